package dev.gatewright.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gatewright.errors.ApiException;
import dev.gatewright.errors.ErrorAnswer;
import dev.gatewright.errors.MalformedAnswerException;
import dev.gatewright.types.ErrorViolation;
import dev.gatewright.types.TaskRecord;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads answers, and errors in all their forms. */
public final class Answers {
  private static final int SHOWN = 200;

  private Answers() {}

  /**
   * The exception of an error response: the envelope, the form of the balance endpoints, or any text. An event of a stream has
   * one, too.
   *
   * @param response the response
   * @param body its body, or an event
   * @return the exception
   */
  public static ApiException errorOf(HttpResponse<?> response, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    JsonNode tree = Json.read(body);
    JsonNode envelope = tree.path("error").isObject() ? tree.path("error") : tree;
    int status = response.statusCode();
    int code = envelope.path("code").asInt(0);
    if (status < 400 && code >= 400 && code < 600) status = code; // within a stream: the response has begun with 200
    String reason = text.isBlank() ? "the service gave no reason" : begin(text);
    return ApiException.of(
        new ErrorAnswer(
            status,
            textOf(envelope, "type", status >= 500 ? "server_error" : "invalid_request_error"),
            textOf(envelope, "reason", null),
            textOf(envelope, "param", null),
            textOf(envelope, "message", "HTTP " + status + ": " + reason),
            violationsOf(envelope.path("violations")),
            requestId(response),
            Retries.retryAfter(response.headers()).orElse(null),
            text));
  }

  /**
   * A response that violates the contract.
   *
   * @param message what is wrong
   * @param response the response; null when it is not known
   * @return the exception
   */
  public static ApiException malformed(String message, HttpResponse<?> response) {
    int status = response == null ? 200 : response.statusCode();
    String id = response == null ? null : requestId(response);
    return new MalformedAnswerException(
        new ErrorAnswer(status, "bad_gateway", "malformed_answer", null, message, List.of(), id, null, ""));
  }

  /**
   * An answer without what is needed, with its own words, if it has any.
   *
   * @param what what it lacks
   * @param body the answer
   * @return the exception
   */
  public static ApiException lacks(String what, JsonNode body) {
    String message = textOf(body, "message", null);
    return malformed(message == null ? what + "." : what + ": " + message, null);
  }

  /**
   * The task record of a body, at its root or in {@code data}. The status {@code completed} becomes {@code success}.
   *
   * @param body a body
   * @return the record, if there is one
   * @throws dev.gatewright.errors.MalformedAnswerException when it violates the contract
   */
  public static Optional<TaskRecord> record(JsonNode body) {
    JsonNode root = body.isArray() ? body.path(0) : body;
    if (!root.hasNonNull("id") || !root.hasNonNull("status"))
      return root.path("data").isContainerNode() ? record(root.path("data")) : Optional.empty();
    if (root instanceof ObjectNode object && Policies.SUCCESS_VALUES.contains(root.path("status").asText()))
      object.put("status", "success");
    try {
      return Optional.of(Json.as(root, TaskRecord.class));
    } catch (JsonProcessingException failure) {
      throw malformed("The task record violates the contract: " + Json.reason(failure), null);
    }
  }

  /**
   * The id in the answer to a submission, whose {@code data} may be an object instead of a list.
   *
   * @param body the answer
   * @return the id, if there is one
   */
  public static Optional<String> taskId(JsonNode body) {
    JsonNode data = body.path("data").isArray() ? body.path("data").path(0) : body.path("data");
    return Optional.ofNullable(textOf(data, "task_id", null)).filter(id -> !id.isEmpty());
  }

  /**
   * The beginning of a text.
   *
   * @param text a text
   * @return what is shown of it
   */
  public static String begin(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN);
  }

  private static String requestId(HttpResponse<?> response) {
    return response.headers().firstValue("X-Request-Id").orElse(null);
  }

  private static String textOf(JsonNode object, String name, String otherwise) {
    JsonNode member = object.path(name);
    return member.isTextual() ? member.textValue() : otherwise;
  }

  private static List<ErrorViolation> violationsOf(JsonNode list) {
    List<ErrorViolation> violations = new ArrayList<>();
    for (JsonNode one : list) {
      try {
        if (one.isObject()) violations.add(Json.as(one, ErrorViolation.class));
      } catch (JsonProcessingException failure) {
        // an error is told in any case
      }
    }
    return List.copyOf(violations);
  }
}
