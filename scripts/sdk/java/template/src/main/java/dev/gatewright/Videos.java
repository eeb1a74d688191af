package dev.gatewright;

import dev.gatewright.internal.Paths;
import dev.gatewright.types.VideoRequest;
import java.util.concurrent.CompletableFuture;

/** Submits video tasks. */
public final class Videos {
  private final Tasks tasks;

  Videos(Tasks tasks) {
    this.tasks = tasks;
  }

  /**
   * Submits a task; the type of the request decides the model.
   *
   * @param request a request
   * @return the task
   */
  public Task generate(VideoRequest request) {
    return tasks.submit(Paths.CREATE_VIDEO, request);
  }

  /**
   * Submits a task; the type of the request decides the model.
   *
   * @param request a request
   * @param idempotencyKey a repeated submission with this key creates no second task; a random one for null or an empty text
   * @return the task
   */
  public Task generate(VideoRequest request, String idempotencyKey) {
    return tasks.submit(Paths.CREATE_VIDEO, request, idempotencyKey);
  }

  /**
   * Submits a task; the type of the request decides the model.
   *
   * @param request a request
   * @return the task, later
   */
  public CompletableFuture<Task> generateAsync(VideoRequest request) {
    return tasks.submitAsync(Paths.CREATE_VIDEO, request);
  }

  /**
   * Submits a task; the type of the request decides the model.
   *
   * @param request a request
   * @param idempotencyKey a repeated submission with this key creates no second task; a random one for null or an empty text
   * @return the task, later
   */
  public CompletableFuture<Task> generateAsync(VideoRequest request, String idempotencyKey) {
    return tasks.submitAsync(Paths.CREATE_VIDEO, request, idempotencyKey);
  }
}
