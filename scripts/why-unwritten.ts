/** An error of the file system: what is in the way is not a fault of this program. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return false;
  return !String(error.syscall).startsWith('spawn');
}

/** What an error means, by its code; its message where the code has no reason. */
export function explainCode(error: unknown, reasons: Readonly<Record<string, string>>): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}

/** Why a file or a folder could not be written, as the rest of a sentence. */
export function whyUnwritten(error: unknown): string {
  return explainCode(error, {
    EEXIST: 'it exists',
    ENOENT: 'its folder is not there, and cannot be made',
    EISDIR: 'there is a folder in the way',
    ENOTDIR: 'there is a file in the way',
    ENAMETOOLONG: 'the name is too long',
    ENOSPC: 'the disk is full',
    EACCES: 'this user may not write there',
    EROFS: 'the disk is read-only',
  });
}

/** Says that a folder named with `--out` cannot be written, and why. */
export function refuseFolder(out: string, error: unknown): string {
  return `${out} cannot be written: ${whyUnwritten(error)}. Name another folder with --out.`;
}
