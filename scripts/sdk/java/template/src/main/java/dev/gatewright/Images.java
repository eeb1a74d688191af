package dev.gatewright;

import dev.gatewright.internal.Paths;
import dev.gatewright.types.ImageRequest;
import java.util.concurrent.CompletableFuture;

/** Submits image tasks. */
public final class Images {
  private final Tasks tasks;

  Images(Tasks tasks) {
    this.tasks = tasks;
  }

  /**
   * Submits a task; the type of the request decides the model.
   *
   * @param request a request
   * @return the task
   */
  public Task generate(ImageRequest request) {
    return tasks.submit(Paths.CREATE_IMAGE, request);
  }

  /**
   * Submits a task; the type of the request decides the model.
   *
   * @param request a request
   * @param idempotencyKey a repeated submission with this key creates no second task; a random one for null or an empty text
   * @return the task
   */
  public Task generate(ImageRequest request, String idempotencyKey) {
    return tasks.submit(Paths.CREATE_IMAGE, request, idempotencyKey);
  }

  /**
   * Submits a task; the type of the request decides the model.
   *
   * @param request a request
   * @return the task, later
   */
  public CompletableFuture<Task> generateAsync(ImageRequest request) {
    return tasks.submitAsync(Paths.CREATE_IMAGE, request);
  }

  /**
   * Submits a task; the type of the request decides the model.
   *
   * @param request a request
   * @param idempotencyKey a repeated submission with this key creates no second task; a random one for null or an empty text
   * @return the task, later
   */
  public CompletableFuture<Task> generateAsync(ImageRequest request, String idempotencyKey) {
    return tasks.submitAsync(Paths.CREATE_IMAGE, request, idempotencyKey);
  }
}
