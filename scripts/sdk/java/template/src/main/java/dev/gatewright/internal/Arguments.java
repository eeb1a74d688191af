package dev.gatewright.internal;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Objects;

/** Values of the program that cannot be used: refused where they are given, before anything is sent. */
public final class Arguments {
  private Arguments() {}

  /**
   * The address of a gateway.
   *
   * @param baseUrl an address
   * @return the address, without a slash at its end
   */
  public static String address(String baseUrl) {
    String refusal = "\"" + baseUrl + "\" is not the address of a gateway.";
    try {
      URI address = new URI(baseUrl);
      String scheme = address.getScheme();
      boolean isHttp = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
      if (isHttp && address.getHost() != null) return baseUrl.replaceAll("/+$", "");
      if (isHttp && baseUrl.contains("_")) refusal += " The HTTP client of Java takes no host with an underscore.";
    } catch (URISyntaxException failure) {
      throw new IllegalArgumentException(refusal, failure);
    }
    throw new IllegalArgumentException(refusal);
  }

  /**
   * A text that a header can carry. The exception does not quote another, since it may be a secret.
   *
   * @param name the name of the argument
   * @param value a text
   * @return the text
   */
  public static String header(String name, String value) {
    Objects.requireNonNull(value, name);
    if (value.chars().allMatch(one -> one >= ' ' && one <= '~')) return value;
    throw new IllegalArgumentException(
        name + " has a character that no header can carry, such as a line break or one beyond ASCII.");
  }

  /**
   * A time that the HTTP client can wait.
   *
   * @param name the name of the argument
   * @param time a time
   * @return the time, or a century if that is less
   */
  public static Duration positive(String name, Duration time) {
    Objects.requireNonNull(time, name);
    if (time.isZero() || time.isNegative()) throw new IllegalArgumentException(name + " must be more than zero.");
    Duration century = Duration.ofDays(36_500);
    return time.compareTo(century) < 0 ? time : century;
  }
}
