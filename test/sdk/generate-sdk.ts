import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const COMMAND = resolve(import.meta.dirname, '../../bin/gatewright.cjs');
/** The first time, generators are downloaded and compiled. */
const DOWNLOAD_MS = 1_200_000;

/** How long a test may take to generate and build an SDK on the slowest machine. */
export const SDK_MS = 2 * DOWNLOAD_MS;

/** Runs `gatewright sdk LANGUAGE --out DIR` with further options; rejects with what it printed when it fails, or warns. */
export async function generateSdk(
  language: string,
  out: string,
  ...options: readonly string[]
): Promise<void> {
  const args = [COMMAND, 'sdk', language, '--out', out, ...options];
  const { stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: join(out, '..'),
    timeout: DOWNLOAD_MS,
  });
  if (stderr !== '') throw new Error(stderr);
}
