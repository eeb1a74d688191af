package dev.gatewright.errors;

import dev.gatewright.types.TaskRecord;
import java.util.Optional;

/** A task that gave no result. */
public abstract class TaskException extends GatewrightException {
  private static final long serialVersionUID = 1L;

  private final transient TaskRecord record;

  /**
   * About a task.
   *
   * @param message what happened
   * @param record the task as it was last seen; null when no poll was answered in time
   */
  protected TaskException(String message, TaskRecord record) {
    super(message, null);
    this.record = record;
  }

  /**
   * Returns the task as it was last seen.
   *
   * @return the record; empty when no poll was answered in time
   */
  public Optional<TaskRecord> record() {
    return Optional.ofNullable(record);
  }
}
