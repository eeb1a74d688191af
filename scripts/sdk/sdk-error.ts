/** Why an SDK cannot be generated, in one line. */
export class SdkError extends Error {
  override readonly name = 'SdkError';
}
