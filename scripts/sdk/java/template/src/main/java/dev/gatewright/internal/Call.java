package dev.gatewright.internal;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A request to the service.
 *
 * @param method the HTTP method
 * @param path a path, such as {@code /v1/models}
 * @param query names and values of the query
 * @param body what is sent as JSON; null for nothing
 * @param idempotencyKey the same in every attempt; null for none
 */
public record Call(String method, String path, Map<String, String> query, Object body, String idempotencyKey) {
  /**
   * Asks for something.
   *
   * @param path a path
   * @param query names and values of the query
   * @return the call
   */
  public static Call get(String path, Map<String, String> query) {
    return new Call("GET", path, query, null, null);
  }

  /**
   * Sends something.
   *
   * @param path a path
   * @param body what is sent as JSON
   * @param idempotencyKey the same in every attempt; null for none
   * @return the call
   */
  public static Call post(String path, Object body, String idempotencyKey) {
    return new Call("POST", path, Map.of(), body, idempotencyKey);
  }

  /**
   * The path with the query.
   *
   * @return what follows the address of the service
   */
  public String target() {
    if (query.isEmpty()) return path;
    return query.entrySet().stream()
        .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
        .collect(Collectors.joining("&", path + "?", ""));
  }

  /**
   * A text as a part of an address.
   *
   * @param text a text
   * @return the text, encoded
   */
  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
