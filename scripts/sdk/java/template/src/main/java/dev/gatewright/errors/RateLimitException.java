package dev.gatewright.errors;

/** Too many requests (429). */
public final class RateLimitException extends ApiException {
  private static final long serialVersionUID = 1L;

  /**
   * From a response.
   *
   * @param answer what it says
   */
  public RateLimitException(ErrorAnswer answer) {
    super(answer);
  }
}
