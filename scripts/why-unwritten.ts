/** An error of the file system: what is in the way is not a fault of this program. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return false;
  return !String(error.syscall).startsWith('spawn');
}

/** Why a file or a folder could not be written, as the rest of a sentence. */
export function whyUnwritten(error: unknown): string {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EEXIST':
      return 'it exists';
    case 'ENOENT':
      return 'its folder is not there, and cannot be made';
    case 'EISDIR':
      return 'there is a folder in the way';
    case 'ENOTDIR':
      return 'there is a file in the way';
    case 'ENAMETOOLONG':
      return 'the name is too long';
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

/** Says that a folder named with `--out` cannot be written, and why. */
export function refuseFolder(out: string, error: unknown): string {
  return `${out} cannot be written: ${whyUnwritten(error)}. Name another folder with --out.`;
}
