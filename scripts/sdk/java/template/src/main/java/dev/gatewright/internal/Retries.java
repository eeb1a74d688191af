package dev.gatewright.internal;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** Whether and when a request is repeated. */
final class Retries {
  /** Alone: Java takes 0x1p3 and 1d for numbers, too. */
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  private Retries() {}

  /** The time until the next attempt; null without one. Attempts count from 0; a connection that broke has no response. */
  static Duration pause(int attempt, HttpResponse<?> response) {
    if (response != null) {
      Optional<Duration> asked = retryAfter(response.headers());
      if (!isWorthIt(response, asked.isPresent())) return null;
      Duration longest = Duration.ofSeconds(Policies.LONGEST_RETRY_AFTER_SECONDS);
      if (asked.isPresent()) return asked.get().compareTo(longest) <= 0 ? asked.get() : null;
    }
    double longest =
        Math.min(Policies.RETRY_MILLISECONDS_MAX, Policies.RETRY_MILLISECONDS_MIN * Math.pow(2, attempt));
    return Duration.ofMillis((long) (longest * ThreadLocalRandom.current().nextDouble(0.5, 1)));
  }

  private static boolean isWorthIt(HttpResponse<?> response, boolean isAsked) {
    int status = response.statusCode();
    if (response.headers().firstValue("X-Should-Retry").filter("false"::equals).isPresent()) return false;
    if (status == 409) return isAsked; // the first attempt is still in progress
    return status == 408 || status == 429 || status >= 500 && status != 501;
  }

  /** How long Retry-After-Ms or Retry-After ask to wait. */
  static Optional<Duration> retryAfter(HttpHeaders headers) {
    Optional<Duration> milliseconds = headers.firstValue("Retry-After-Ms").flatMap(text -> toDuration(text, 1));
    if (milliseconds.isPresent()) return milliseconds;
    return headers.firstValue("Retry-After").flatMap(text -> toDuration(text, 1000).or(() -> untilDate(text)));
  }

  private static Optional<Duration> toDuration(String text, double milliseconds) {
    if (!DIGITS.matcher(text).matches()) return Optional.empty();
    double value = Double.parseDouble(text) * milliseconds;
    return value < Long.MAX_VALUE ? Optional.of(Duration.ofMillis((long) value)) : Optional.empty();
  }

  private static Optional<Duration> untilDate(String text) {
    try {
      ZonedDateTime date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
      Duration left = Duration.between(ZonedDateTime.now(), date);
      return Optional.of(left.isNegative() ? Duration.ZERO : left);
    } catch (DateTimeParseException failure) {
      return Optional.empty();
    }
  }
}
