package dev.gatewright.internal;

import dev.gatewright.errors.GatewrightException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Something that is done in steps. When it ends early, because it is cancelled or times out, the step that is being done is
 * cancelled.
 *
 * @param <T> what comes of it
 */
public final class Work<T> extends CompletableFuture<T> {
  private volatile CompletableFuture<?> current;

  /** Without a step yet. */
  public Work() {
    whenComplete(
        (value, failure) -> {
          if (current != null) current.cancel(true);
        });
  }

  /**
   * Does a step and then what follows, unless this has ended.
   *
   * @param step a step
   * @param next what follows, with the result of the step or its failure
   * @param <S> what comes of the step
   */
  public <S> void then(CompletableFuture<S> step, BiConsumer<S, Throwable> next) {
    current = step;
    if (isDone()) step.cancel(true);
    step.whenCompleteAsync(
        (value, failure) -> {
          if (isDone()) return;
          try {
            next.accept(value, causeOf(failure));
          } catch (Throwable thrown) {
            completeExceptionally(thrown);
          }
        });
  }

  /**
   * Ends with what a function makes of a step.
   *
   * @param step a step
   * @param function makes the result
   * @param <S> what comes of the step
   * @param <T> what comes of the function
   * @return the work
   */
  public static <S, T> Work<T> map(CompletableFuture<S> step, Step<S, T> function) {
    Work<T> work = new Work<>();
    work.then(
        step,
        (value, failure) -> {
          if (failure == null) work.complete(function.apply(value));
          else work.completeExceptionally(failure);
        });
    return work;
  }

  /**
   * Makes one thing of another.
   *
   * @param <S> the one
   * @param <T> the other
   */
  @FunctionalInterface
  public interface Step<S, T> {
    /**
     * Makes it.
     *
     * @param value the one
     * @return the other
     */
    T apply(S value);
  }

  /**
   * Ends after a time.
   *
   * @param time a time
   * @return what ends then
   */
  public static CompletableFuture<Void> pause(Duration time) {
    return new CompletableFuture<Void>().completeOnTimeout(null, nanoseconds(time), TimeUnit.NANOSECONDS);
  }

  /**
   * A time as a number.
   *
   * @param time a time
   * @return nanoseconds, or as many as there are
   */
  public static long nanoseconds(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }

  /**
   * Waits for the end. Interrupting the thread cancels the work.
   *
   * @param work a work
   * @return what comes of it
   * @param <T> what comes of it
   */
  public static <T> T join(CompletableFuture<T> work) {
    try {
      return work.get();
    } catch (InterruptedException interruption) {
      work.cancel(true);
      Thread.currentThread().interrupt();
      throw new CancellationException("The thread was interrupted.");
    } catch (ExecutionException ended) {
      throw rethrow(causeOf(ended));
    }
  }

  private static RuntimeException rethrow(Throwable failure) {
    // The trace of the caller tells more than that of a thread of the HTTP client.
    if (failure instanceof GatewrightException ours) ours.fillInStackTrace();
    if (failure instanceof Error error) throw error;
    return failure instanceof RuntimeException known ? known : new CompletionException(failure);
  }

  private static Throwable causeOf(Throwable failure) {
    boolean isWrapper = failure instanceof CompletionException || failure instanceof ExecutionException;
    return isWrapper && failure.getCause() != null ? causeOf(failure.getCause()) : failure;
  }
}
