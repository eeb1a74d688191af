package dev.gatewright.errors;

/** A request that cannot be estimated: a model, a size or a value that has no price. */
public final class EstimateException extends GatewrightException {
  private static final long serialVersionUID = 1L;

  /**
   * With a reason.
   *
   * @param message why
   */
  public EstimateException(String message) {
    super(message, null);
  }
}
