package dev.gatewright.internal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The signatures of callbacks. */
public final class Signatures {
  private static final String SECRET_PREFIX = "whsec_";
  private static final String VERSION = "v1,";
  private static final String ALGORITHM = "HmacSHA256";

  private Signatures() {}

  /**
   * The key in a secret.
   *
   * @param secret a secret, beginning with {@code whsec_}
   * @return the key
   */
  public static byte[] readSecret(String secret) {
    return Optional.of(Objects.requireNonNull(secret, "secret"))
        .filter(text -> text.startsWith(SECRET_PREFIX))
        .flatMap(text -> decode(text.substring(SECRET_PREFIX.length())))
        .filter(key -> key.length >= Policies.SECRET_BYTES_MIN && key.length <= Policies.SECRET_BYTES_MAX)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "A webhook secret is \"" + SECRET_PREFIX + "\" and " + Policies.SECRET_BYTES_MIN + " to "
                        + Policies.SECRET_BYTES_MAX + " bytes in base64; this one is not."));
  }

  /**
   * Whether one of the signatures in a header is made with one of the keys.
   *
   * @param keys keys
   * @param head what is signed before the body
   * @param body the body
   * @param header the signatures
   * @return whether it is
   */
  public static boolean isGenuine(List<byte[]> keys, String head, byte[] body, String header) {
    List<byte[]> given =
        Stream.of(header.split(" "))
            .filter(part -> part.startsWith(VERSION))
            .limit(Policies.MAX_SIGNATURES)
            .flatMap(part -> decode(part.substring(VERSION.length())).stream())
            .toList();
    boolean isGenuine = false;
    for (byte[] key : keys) {
      byte[] expected = sign(key, head, body);
      for (byte[] one : given) isGenuine = MessageDigest.isEqual(expected, one) || isGenuine;
    }
    return isGenuine;
  }

  private static byte[] sign(byte[] key, String head, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      mac.update(head.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body);
    } catch (GeneralSecurityException failure) {
      throw new IllegalStateException(failure); // every Java has it
    }
  }

  private static Optional<byte[]> decode(String text) {
    try {
      return Optional.of(Base64.getDecoder().decode(text.replaceAll("=+$", "")));
    } catch (IllegalArgumentException failure) {
      return Optional.empty();
    }
  }
}
