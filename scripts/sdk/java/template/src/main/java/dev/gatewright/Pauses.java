package dev.gatewright;

import dev.gatewright.internal.Policies;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The pauses between polls: from the shortest to the longest that is advised, with jitter. */
final class Pauses {
  private static final double GROWTH = 1.25;

  private final Duration always;
  private double longest = Policies.POLL_SECONDS_MIN;

  Pauses(Duration always) {
    this.always = always;
  }

  Duration next() {
    if (always != null) return always;
    double share = ThreadLocalRandom.current().nextDouble(0.75, 1);
    double seconds = Policies.POLL_SECONDS_MIN + (longest - Policies.POLL_SECONDS_MIN) * share;
    longest = Math.min(Policies.POLL_SECONDS_MAX, longest * GROWTH);
    return Duration.ofMillis((long) (seconds * 1000));
  }
}
