package dev.gatewright.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/** Requests for text, which say whether to stream: omitting it means a stream on some operations. */
public final class TextCalls {
  private TextCalls() {}

  /**
   * Asks for a whole answer.
   *
   * @param path a path
   * @param request a request
   * @return the call
   */
  public static Call whole(String path, Object request) {
    return Call.post(path, withStream(request, false), null);
  }

  /**
   * Asks for an answer as it is written.
   *
   * @param path a path
   * @param request a request
   * @return the call
   */
  public static Call streamed(String path, Object request) {
    return Call.post(path, withStream(request, true), null);
  }

  /**
   * Asks for a chat completion as it is written, with its usage unless the request says otherwise.
   *
   * @param path a path
   * @param request a request
   * @return the call
   */
  public static Call streamedWithUsage(String path, Object request) {
    ObjectNode body = withStream(request, true);
    if (!body.has("stream_options")) body.putObject("stream_options").put("include_usage", true);
    return Call.post(path, body, null);
  }

  private static ObjectNode withStream(Object request, boolean isStreamed) {
    ObjectNode body = (ObjectNode) Json.toTree(Objects.requireNonNull(request, "request"));
    return body.put("stream", isStreamed);
  }
}
