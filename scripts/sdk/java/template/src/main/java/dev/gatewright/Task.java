package dev.gatewright;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatewright.errors.TaskCancelledException;
import dev.gatewright.errors.TaskFailedException;
import dev.gatewright.internal.Answers;
import dev.gatewright.internal.Call;
import dev.gatewright.internal.Paths;
import dev.gatewright.internal.Policies;
import dev.gatewright.internal.Transport;
import dev.gatewright.internal.Work;
import dev.gatewright.types.TaskRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A submitted task. Store its id: {@link Tasks#resume} continues it, in another process too. */
public final class Task {
  private final Transport transport;
  private final String id;
  private volatile TaskRecord last;

  Task(Transport transport, String id) {
    this.transport = transport;
    this.id = id;
  }

  /**
   * Returns the id.
   *
   * @return the id
   */
  public String id() {
    return id;
  }

  @Override
  public String toString() {
    return "Task[id=" + id + "]";
  }

  /**
   * Returns the task as it was last seen.
   *
   * @return the record; empty before the first poll
   */
  public Optional<TaskRecord> last() {
    return Optional.ofNullable(last);
  }

  /**
   * Asks once for the record, whatever its state.
   *
   * @return the record
   */
  public TaskRecord poll() {
    return Work.join(pollAsync());
  }

  /**
   * Asks once for the record, whatever its state.
   *
   * @return the record, later
   */
  public CompletableFuture<TaskRecord> pollAsync() {
    return pollAsync(null);
  }

  CompletableFuture<TaskRecord> pollAsync(String language) {
    String path = Paths.GET_TASK.replace("{task_id}", Call.encode(id));
    Map<String, String> query = language == null ? Map.of() : Map.of("language", language);
    return Work.map(
        transport.call(Call.get(path, query), JsonNode.class),
        answer ->
            last =
                Answers.record(answer)
                    .orElseThrow(() -> Answers.lacks("The answer to a poll has no task record", answer)));
  }

  /**
   * Waits until the task has succeeded, as {@link #await(WaitOptions)} does.
   *
   * @return the last record
   */
  public TaskRecord await() {
    return await(WaitOptions.defaults());
  }

  /**
   * Waits until the task has succeeded. Interrupting the thread ends the wait with a {@link
   * java.util.concurrent.CancellationException}.
   *
   * @param options how to wait
   * @return the last record
   * @throws TaskFailedException when the task failed
   * @throws TaskCancelledException when the operator cancelled it
   * @throws dev.gatewright.errors.TaskTimeoutException when it did not end in time
   */
  public TaskRecord await(WaitOptions options) {
    return Work.join(awaitAsync(options));
  }

  /**
   * Waits until the task has succeeded, as {@link #await(WaitOptions)} does.
   *
   * @return the last record, later; cancelling it ends the wait, not the task
   */
  public CompletableFuture<TaskRecord> awaitAsync() {
    return awaitAsync(WaitOptions.defaults());
  }

  /**
   * Waits until the task has succeeded, as {@link #await(WaitOptions)} does.
   *
   * @param options how to wait
   * @return the last record, later; cancelling it ends the wait, not the task
   */
  public CompletableFuture<TaskRecord> awaitAsync(WaitOptions options) {
    Objects.requireNonNull(options, "options");
    TaskRecord seen = last;
    if (seen == null || !hasEnded(seen)) return Waiting.begin(this, options);
    return Work.map(CompletableFuture.completedFuture(seen), Task::expectSuccess);
  }

  /**
   * Gives each record that a poll finds, up to the last; a task that fails ends it without an exception. It never gives up by
   * itself.
   *
   * @return records
   */
  public Iterable<TaskRecord> records() {
    return records(WaitOptions.defaults());
  }

  /**
   * Gives each record that a poll finds, as {@link #records()} does.
   *
   * @param options how often to poll
   * @return records
   */
  public Iterable<TaskRecord> records(WaitOptions options) {
    Objects.requireNonNull(options, "options");
    return () -> new Records(this, options);
  }

  /**
   * Waits as {@link #await()} does and fetches every file, in the order of the result.
   *
   * @return the files
   * @throws dev.gatewright.errors.ResultExpiredException when the links have expired
   */
  public List<DownloadedFile> download() {
    return download(WaitOptions.defaults());
  }

  /**
   * Waits as {@link #await(WaitOptions)} does and fetches every file, in the order of the result.
   *
   * @param options how to wait
   * @return the files
   * @throws dev.gatewright.errors.ResultExpiredException when the links have expired
   */
  public List<DownloadedFile> download(WaitOptions options) {
    return Work.join(downloadAsync(options));
  }

  /**
   * Waits and fetches every file, as {@link #download(WaitOptions)} does.
   *
   * @param options how to wait
   * @return the files, later
   */
  public CompletableFuture<List<DownloadedFile>> downloadAsync(WaitOptions options) {
    return Downloads.begin(transport, awaitAsync(options));
  }

  static boolean hasEnded(TaskRecord record) {
    return Policies.TERMINAL.contains(record.status());
  }

  static TaskRecord expectSuccess(TaskRecord record) {
    return switch (record.status()) {
      case "failed" -> throw new TaskFailedException(record);
      case "cancelled" -> throw new TaskCancelledException(record);
      default -> record;
    };
  }
}
