package dev.gatewright.errors;

import dev.gatewright.types.TaskError;
import dev.gatewright.types.TaskRecord;
import java.util.Optional;

/** The task failed and was refunded in full. */
public final class TaskFailedException extends TaskException {
  private static final long serialVersionUID = 1L;

  private final transient String code;

  /**
   * From the last record.
   *
   * @param record the task
   */
  public TaskFailedException(TaskRecord record) {
    super(messageOf(record), record);
    this.code = detailOf(record).map(TaskError::code).orElse(null);
  }

  /**
   * Returns why, such as {@code upstream_error}.
   *
   * @return the code, if the service says so
   */
  public Optional<String> code() {
    return Optional.ofNullable(code);
  }

  private static String messageOf(TaskRecord record) {
    String text = record.error() == null ? null : record.error().text();
    String message = detailOf(record).map(TaskError::message).orElse(text);
    return message == null ? "The task " + record.id() + " failed." : message;
  }

  private static Optional<TaskError> detailOf(TaskRecord record) {
    return Optional.ofNullable(record.error()).map(error -> error.value());
  }
}
