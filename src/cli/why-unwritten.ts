/** Why a file or a folder could not be written, as the rest of a sentence. */
export function whyUnwritten(error: unknown): string {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EEXIST':
      return 'it exists';
    case 'ENOTDIR':
      return 'there is a file in the way';
    case 'ENOSPC':
      return 'the disk is full';
    case 'EACCES':
      return 'this user may not write there';
    case 'EROFS':
      return 'the disk is read-only';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
