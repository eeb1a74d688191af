package dev.gatewright.errors;

/** The connection failed, or broke before the response was complete. */
public final class ConnectionException extends GatewrightException {
  private static final long serialVersionUID = 1L;

  /**
   * With its cause.
   *
   * @param cause why
   */
  public ConnectionException(Throwable cause) {
    super("The connection failed: " + (cause.getMessage() == null ? cause : cause.getMessage()), cause);
  }
}
