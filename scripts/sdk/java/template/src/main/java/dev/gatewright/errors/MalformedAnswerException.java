package dev.gatewright.errors;

/** A successful response that violates the contract. */
public final class MalformedAnswerException extends ApiException {
  private static final long serialVersionUID = 1L;

  /**
   * From a response.
   *
   * @param answer what it says
   */
  public MalformedAnswerException(ErrorAnswer answer) {
    super(answer);
  }
}
