package dev.gatewright.errors;

/** The request cannot be accepted as it is (400 and other 4xx). */
public final class InvalidRequestException extends ApiException {
  private static final long serialVersionUID = 1L;

  /**
   * From a response.
   *
   * @param answer what it says
   */
  public InvalidRequestException(ErrorAnswer answer) {
    super(answer);
  }
}
