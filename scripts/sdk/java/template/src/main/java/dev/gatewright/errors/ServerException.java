package dev.gatewright.errors;

/** The service failed (5xx). */
public final class ServerException extends ApiException {
  private static final long serialVersionUID = 1L;

  /**
   * From a response.
   *
   * @param answer what it says
   */
  public ServerException(ErrorAnswer answer) {
    super(answer);
  }
}
