import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { OWN_MODELS, UNESTIMATED } from './estimate-cases.ts';

const COMMAND = resolve(import.meta.dirname, '../../bin/gatewright.cjs');
/** The first time, generators are downloaded and compiled. */
const DOWNLOAD_MS = 1_200_000;

/** How long a test may take to generate and build an SDK on the slowest machine. */
export const SDK_MS = 2 * DOWNLOAD_MS;

/** Writes an SDK with the models of the tests, of which it cannot estimate one. */
export async function generateTested(language: string, out: string): Promise<void> {
  const failure = await generateSdk(language, out, '--models', OWN_MODELS).catch((error) => error);
  if (!(failure instanceof Error) || failure.message !== `${UNESTIMATED}\n`) throw failure;
}

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
