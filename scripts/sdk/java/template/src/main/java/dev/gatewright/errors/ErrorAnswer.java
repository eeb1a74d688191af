package dev.gatewright.errors;

import dev.gatewright.types.ErrorViolation;
import java.time.Duration;
import java.util.List;

/**
 * What an error response says.
 *
 * @param status the HTTP status
 * @param type the kind of the error, such as {@code invalid_request_error}
 * @param reason the exact reason, such as {@code invalid_parameter}; may be null
 * @param param a JSON Pointer to the field that is wrong; may be null
 * @param message what happened, for people
 * @param violations all violations of the request body
 * @param requestId the value of {@code X-Request-Id}; may be null
 * @param retryAfter how long the service asks to wait before the next attempt; may be null
 * @param body the response body
 */
public record ErrorAnswer(
    int status,
    String type,
    String reason,
    String param,
    String message,
    List<ErrorViolation> violations,
    String requestId,
    Duration retryAfter,
    String body) {}
