package dev.gatewright.errors;

/** Base class of every exception of this package. */
public abstract class GatewrightException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * With a cause.
   *
   * @param message what happened
   * @param cause why; null without one
   */
  protected GatewrightException(String message, Throwable cause) {
    super(message, cause);
  }
}
