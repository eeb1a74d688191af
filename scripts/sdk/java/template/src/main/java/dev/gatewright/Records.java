package dev.gatewright;

import dev.gatewright.internal.Work;
import dev.gatewright.types.TaskRecord;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The records that polls find, up to the last. */
final class Records implements Iterator<TaskRecord> {
  private final Task task;
  private final WaitOptions options;
  private final Pauses pauses;
  private TaskRecord last;

  Records(Task task, WaitOptions options) {
    this.task = task;
    this.options = options;
    this.pauses = new Pauses(options.pollEvery());
  }

  @Override
  public boolean hasNext() {
    return last == null || !Task.hasEnded(last);
  }

  @Override
  public TaskRecord next() {
    if (!hasNext()) throw new NoSuchElementException("The task has ended.");
    if (last != null) Work.join(Work.pause(pauses.next()));
    last = Work.join(task.pollAsync(options.language()));
    options.progress().accept(last);
    return last;
  }
}
