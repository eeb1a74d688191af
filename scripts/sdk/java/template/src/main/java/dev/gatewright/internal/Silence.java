package dev.gatewright.internal;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ends a body when the service is silent for too long.
 *
 * @param <T> the type of the body
 */
final class Silence<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> reader;
  private final long longest;
  private final AtomicLong asked = new AtomicLong();
  private volatile long heardAt;
  private volatile boolean hasEnded;
  private Flow.Subscription subscription;

  Silence(BodySubscriber<T> reader, Duration longest) {
    this.reader = reader;
    this.longest = Work.nanoseconds(longest);
  }

  @Override
  public CompletionStage<T> getBody() {
    return reader.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription source) {
    subscription = source;
    heard();
    watch();
    reader.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long count) {
            heard();
            asked.accumulateAndGet(count, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
            source.request(count);
          }

          @Override
          public void cancel() {
            hasEnded = true;
            source.cancel();
          }
        });
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    heard();
    asked.decrementAndGet();
    reader.onNext(part);
  }

  @Override
  public void onError(Throwable failure) {
    hasEnded = true;
    reader.onError(failure);
  }

  @Override
  public void onComplete() {
    hasEnded = true;
    reader.onComplete();
  }

  private void heard() {
    heardAt = System.nanoTime();
  }

  private void watch() {
    long left = longest - (System.nanoTime() - heardAt);
    Work.pause(Duration.ofNanos(Math.max(left, 1))).thenRunAsync(this::check);
  }

  private void check() {
    if (hasEnded) return;
    // A reader that asks for nothing is slow itself.
    boolean isSilent = System.nanoTime() - heardAt >= longest && asked.get() > 0;
    if (!isSilent) {
      if (asked.get() == 0) heard();
      watch();
      return;
    }
    hasEnded = true;
    reader.onError(new IOException("The service was silent for too long."));
    subscription.cancel();
  }
}
