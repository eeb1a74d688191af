package dev.gatewright;

import dev.gatewright.errors.CallbackVerificationException;
import dev.gatewright.errors.MalformedAnswerException;
import dev.gatewright.internal.Answers;
import dev.gatewright.internal.Json;
import dev.gatewright.internal.Policies;
import dev.gatewright.internal.Signatures;
import dev.gatewright.types.TaskRecord;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Verifies callbacks. Several secrets are accepted while they are rotated. */
public final class CallbackVerifier {
  private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{1,15}");

  private final List<byte[]> keys;
  private final Duration tolerance;
  private final Clock clock;

  /**
   * With the tolerance of the contract.
   *
   * @param secrets the secrets, each beginning with {@code whsec_}
   */
  public CallbackVerifier(String... secrets) {
    this(
        Arrays.stream(Objects.requireNonNull(secrets, "secrets")).map(Signatures::readSecret).toList(),
        Duration.ofSeconds(Policies.SIGNATURE_TOLERANCE_SECONDS),
        Clock.systemUTC());
  }

  private CallbackVerifier(List<byte[]> keys, Duration tolerance, Clock clock) {
    this.keys = keys;
    this.tolerance = tolerance;
    this.clock = clock;
  }

  /**
   * Sets the allowed difference between a timestamp and now.
   *
   * @param tolerance a time
   * @return a verifier
   */
  public CallbackVerifier tolerance(Duration tolerance) {
    return new CallbackVerifier(keys, Objects.requireNonNull(tolerance, "tolerance"), clock);
  }

  /**
   * Sets what tells the time.
   *
   * @param clock a clock
   * @return a verifier
   */
  public CallbackVerifier clock(Clock clock) {
    return new CallbackVerifier(keys, tolerance, Objects.requireNonNull(clock, "clock"));
  }

  /**
   * Verifies a callback.
   *
   * @param headers gives the value of a header, such as {@code request::getHeader}; null without one
   * @param body exactly what arrived
   * @return its task record
   * @throws CallbackVerificationException when it must not be trusted
   */
  public TaskRecord verify(UnaryOperator<String> headers, byte[] body) {
    Objects.requireNonNull(headers, "headers");
    Objects.requireNonNull(body, "body");
    String id = header(headers, "webhook-id");
    String timestamp = header(headers, "webhook-timestamp");
    String signatures = header(headers, "webhook-signature");
    expectRecent(timestamp);
    if (!Signatures.isGenuine(keys, id + "." + timestamp + ".", body, signatures))
      throw new CallbackVerificationException("The signature is wrong.");
    try {
      return Answers.record(Json.read(body)).orElseThrow();
    } catch (MalformedAnswerException | NoSuchElementException failure) {
      throw new CallbackVerificationException("The body is not a task record.");
    }
  }

  private static String header(UnaryOperator<String> headers, String name) {
    String value = headers.apply(name);
    if (value == null || value.isEmpty())
      throw new CallbackVerificationException("The header " + name + " is missing.");
    return value;
  }

  private void expectRecent(String timestamp) {
    if (!TIMESTAMP.matcher(timestamp).matches())
      throw new CallbackVerificationException("The header webhook-timestamp is not a Unix time.");
    long off = Math.abs(clock.instant().getEpochSecond() - Long.parseLong(timestamp));
    if (off > tolerance.toSeconds())
      throw new CallbackVerificationException(
          "The timestamp is " + off + " seconds from now; at most " + tolerance.toSeconds() + " are allowed.");
  }
}
