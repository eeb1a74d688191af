package dev.gatewright.errors;

import dev.gatewright.types.TaskRecord;
import java.time.Duration;

/** The task did not end in time. It goes on: {@code client.tasks().resume(id)} waits again. */
public final class TaskTimeoutException extends TaskException {
  private static final long serialVersionUID = 1L;

  /**
   * About a task.
   *
   * @param id the id of the task
   * @param record the task as it was last seen; null when no poll was answered in time
   * @param after how long was waited
   */
  public TaskTimeoutException(String id, TaskRecord record, Duration after) {
    super("The task " + id + " did not end within " + after.toMillis() / 1000.0 + " s.", record);
  }
}
