import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for temporary files. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  /** Removes it with all that is in it. */
  remove(): Promise<void>;
}

/** Makes a new folder whose name begins with `prefix`. Node's own `mkdtempDisposable` is younger than the oldest Node of the package. */
export async function makeTemporaryFolder(prefix: string, parent = tmpdir()): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, prefix));
  const remove = () => rm(path, { recursive: true, force: true });
  return { path, remove, [Symbol.asyncDispose]: remove };
}
