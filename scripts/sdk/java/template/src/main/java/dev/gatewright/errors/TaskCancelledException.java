package dev.gatewright.errors;

import dev.gatewright.types.TaskRecord;

/** The operator cancelled the task. */
public final class TaskCancelledException extends TaskException {
  private static final long serialVersionUID = 1L;

  /**
   * From the last record.
   *
   * @param record the task
   */
  public TaskCancelledException(TaskRecord record) {
    super("The task " + record.id() + " was cancelled.", record);
  }
}
