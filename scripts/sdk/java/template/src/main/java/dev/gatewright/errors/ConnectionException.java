package dev.gatewright.errors;

import java.net.URI;

/** The connection failed, or broke before the response was complete. */
public final class ConnectionException extends GatewrightException {
  private static final long serialVersionUID = 1L;

  /**
   * With its cause.
   *
   * @param cause why
   */
  public ConnectionException(Throwable cause) {
    super("The connection failed: " + reason(cause), cause);
  }

  /**
   * With its cause, and with what could not be reached: the HTTP client of Java says neither that nor why.
   *
   * @param address what was called
   * @param cause why
   */
  public ConnectionException(URI address, Throwable cause) {
    super("The connection to " + address.getAuthority() + " failed: " + reason(cause), cause);
  }

  private static Object reason(Throwable cause) {
    return cause.getMessage() == null ? cause : cause.getMessage();
  }
}
