package dev.gatewright;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatewright.internal.Answers;
import dev.gatewright.internal.Arguments;
import dev.gatewright.internal.Call;
import dev.gatewright.internal.Transport;
import dev.gatewright.internal.Work;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Submits tasks and continues them. */
public final class Tasks {
  private final Transport transport;

  Tasks(Transport transport) {
    this.transport = transport;
  }

  /**
   * Submits a request as it is, for models and parameters that this package does not know.
   *
   * @param path a path, such as {@code /v1/images/generations}
   * @param request what Jackson writes as JSON, such as a map
   * @return the task
   */
  public Task submit(String path, Object request) {
    return Work.join(submitAsync(path, request));
  }

  /**
   * Submits a request as it is.
   *
   * @param path a path, such as {@code /v1/images/generations}
   * @param request what Jackson writes as JSON, such as a map
   * @param idempotencyKey a repeated submission with this key creates no second task; a random one for null or an empty text
   * @return the task
   */
  public Task submit(String path, Object request, String idempotencyKey) {
    return Work.join(submitAsync(path, request, idempotencyKey));
  }

  /**
   * Submits a request as it is.
   *
   * @param path a path, such as {@code /v1/images/generations}
   * @param request what Jackson writes as JSON, such as a map
   * @return the task, later
   */
  public CompletableFuture<Task> submitAsync(String path, Object request) {
    return submitAsync(path, request, null);
  }

  /**
   * Submits a request as it is.
   *
   * @param path a path, such as {@code /v1/images/generations}
   * @param request what Jackson writes as JSON, such as a map
   * @param idempotencyKey a repeated submission with this key creates no second task; a random one for null or an empty text
   * @return the task, later
   */
  public CompletableFuture<Task> submitAsync(String path, Object request, String idempotencyKey) {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(request, "request");
    // An empty variable must not make a second task.
    boolean isNone = idempotencyKey == null || idempotencyKey.isEmpty();
    String key = isNone ? UUID.randomUUID().toString() : Arguments.header("idempotencyKey", idempotencyKey);
    return Work.map(
        transport.call(Call.post(path, request, key), JsonNode.class),
        answer ->
            Answers.taskId(answer)
                .map(this::resume)
                .orElseThrow(() -> Answers.lacks("The answer to a submission has no task id", answer)));
  }

  /**
   * Returns the handle of a task that was submitted before.
   *
   * @param id the id of the task
   * @return its handle
   */
  public Task resume(String id) {
    return new Task(transport, Objects.requireNonNull(id, "id"));
  }
}
