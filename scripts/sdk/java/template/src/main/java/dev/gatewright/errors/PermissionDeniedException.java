package dev.gatewright.errors;

/** The key must not do this (403). */
public final class PermissionDeniedException extends ApiException {
  private static final long serialVersionUID = 1L;

  /**
   * From a response.
   *
   * @param answer what it says
   */
  public PermissionDeniedException(ErrorAnswer answer) {
    super(answer);
  }
}
