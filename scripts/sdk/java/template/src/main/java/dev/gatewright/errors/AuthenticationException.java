package dev.gatewright.errors;

/** The API key is missing or unknown (401). */
public final class AuthenticationException extends ApiException {
  private static final long serialVersionUID = 1L;

  /**
   * From a response.
   *
   * @param answer what it says
   */
  public AuthenticationException(ErrorAnswer answer) {
    super(answer);
  }
}
