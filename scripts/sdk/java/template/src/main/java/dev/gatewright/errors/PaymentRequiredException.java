package dev.gatewright.errors;

/** The balance does not cover the request (402). */
public final class PaymentRequiredException extends ApiException {
  private static final long serialVersionUID = 1L;

  /**
   * From a response.
   *
   * @param answer what it says
   */
  public PaymentRequiredException(ErrorAnswer answer) {
    super(answer);
  }
}
