package dev.gatewright;

import dev.gatewright.errors.ConnectionException;
import dev.gatewright.errors.TaskTimeoutException;
import dev.gatewright.internal.Policies;
import dev.gatewright.internal.Work;
import dev.gatewright.types.TaskRecord;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Polls until a task has ended. */
final class Waiting {
  private final Work<TaskRecord> work = new Work<>();
  private final Task task;
  private final WaitOptions options;
  private final Pauses pauses;
  private final long began = System.nanoTime();

  private Waiting(Task task, WaitOptions options) {
    this.task = task;
    this.options = options;
    this.pauses = new Pauses(options.pollEvery());
  }

  static CompletableFuture<TaskRecord> begin(Task task, WaitOptions options) {
    Waiting waiting = new Waiting(task, options);
    waiting.poll();
    return waiting.work;
  }

  /** Polls with what is left; the last poll may take a little longer. */
  private void poll() {
    long longest = Math.max(Work.nanoseconds(left()), TimeUnit.SECONDS.toNanos(Policies.POLL_SECONDS_MIN));
    work.then(task.pollAsync(options.language()).orTimeout(longest, TimeUnit.NANOSECONDS), this::polled);
  }

  private void polled(TaskRecord record, Throwable failure) {
    boolean isUnanswered = failure instanceof TimeoutException || failure instanceof ConnectionException;
    if (isUnanswered && isOver()) giveUp();
    else if (failure != null) work.completeExceptionally(failure);
    else {
      options.progress().accept(record);
      if (Task.hasEnded(record)) work.complete(Task.expectSuccess(record));
      else if (isOver()) giveUp();
      else work.then(Work.pause(shorter(left(), pauses.next())), (none, never) -> poll());
    }
  }

  private void giveUp() {
    TaskRecord last = task.last().orElse(null);
    work.completeExceptionally(new TaskTimeoutException(task.id(), last, options.timeout()));
  }

  private boolean isOver() {
    return left().isZero() || left().isNegative();
  }

  private Duration left() {
    return options.timeout().minusNanos(System.nanoTime() - began);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
