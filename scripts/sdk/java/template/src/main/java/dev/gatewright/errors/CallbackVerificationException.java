package dev.gatewright.errors;

/** A callback that must not be trusted: answer 400 or 401. */
public final class CallbackVerificationException extends GatewrightException {
  private static final long serialVersionUID = 1L;

  /**
   * With a reason.
   *
   * @param message why
   */
  public CallbackVerificationException(String message) {
    super(message, null);
  }
}
