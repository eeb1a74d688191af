package dev.gatewright.errors;

import dev.gatewright.types.ErrorViolation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** An error response of the service, or a response that violates the contract. */
public abstract class ApiException extends GatewrightException {
  private static final long serialVersionUID = 1L;

  private final transient ErrorAnswer answer;

  /**
   * From a response.
   *
   * @param answer what it says
   */
  protected ApiException(ErrorAnswer answer) {
    super(answer.message(), null);
    this.answer = answer;
  }

  /**
   * The exception of a status.
   *
   * @param answer what the response says
   * @return the exception
   */
  public static ApiException of(ErrorAnswer answer) {
    return switch (answer.status()) {
      case 401 -> new AuthenticationException(answer);
      case 402 -> new PaymentRequiredException(answer);
      case 403 -> new PermissionDeniedException(answer);
      case 404 -> new NotFoundException(answer);
      case 429 -> new RateLimitException(answer);
      default -> answer.status() >= 500 ? new ServerException(answer) : new InvalidRequestException(answer);
    };
  }

  /**
   * Returns the HTTP status.
   *
   * @return the status
   */
  public int status() {
    return answer.status();
  }

  /**
   * Returns the kind of the error, such as {@code invalid_request_error}.
   *
   * @return the type
   */
  public String type() {
    return answer.type();
  }

  /**
   * Returns the exact reason, such as {@code invalid_parameter}.
   *
   * @return the reason, if the service says so
   */
  public Optional<String> reason() {
    return Optional.ofNullable(answer.reason());
  }

  /**
   * Returns a JSON Pointer to the field that is wrong.
   *
   * @return the pointer, if one field is wrong
   */
  public Optional<String> param() {
    return Optional.ofNullable(answer.param());
  }

  /**
   * Returns all violations of the request body.
   *
   * @return the violations
   */
  public List<ErrorViolation> violations() {
    return answer.violations();
  }

  /**
   * Returns the value of {@code X-Request-Id}: name it when you ask for help.
   *
   * @return the id
   */
  public Optional<String> requestId() {
    return Optional.ofNullable(answer.requestId());
  }

  /**
   * Returns how long the service asks to wait before the next attempt.
   *
   * @return the time, if it asks
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(answer.retryAfter());
  }

  /**
   * Returns the response body.
   *
   * @return the body
   */
  public String body() {
    return answer.body();
  }
}
