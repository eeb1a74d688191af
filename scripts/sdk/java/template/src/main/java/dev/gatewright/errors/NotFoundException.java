package dev.gatewright.errors;

/** There is no such task, model or path (404). */
public final class NotFoundException extends ApiException {
  private static final long serialVersionUID = 1L;

  /**
   * From a response.
   *
   * @param answer what it says
   */
  public NotFoundException(ErrorAnswer answer) {
    super(answer);
  }
}
