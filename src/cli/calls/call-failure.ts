/** Why a call has no result, in one line, and the exit code: 2 when nothing was submitted, 1 afterwards. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly code: 1 | 2;

  constructor(message: string, code: 1 | 2 = 2) {
    super(message);
    this.code = code;
  }
}
