package dev.gatewright.errors;

import dev.gatewright.types.TaskRecord;

/** The links of the result have expired. */
public final class ResultExpiredException extends TaskException {
  private static final long serialVersionUID = 1L;

  /**
   * From the record.
   *
   * @param record the task
   */
  public ResultExpiredException(TaskRecord record) {
    super("The files of the task " + record.id() + " have expired.", record);
  }
}
