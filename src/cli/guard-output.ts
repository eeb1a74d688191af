import { whyUnwritten } from '../../scripts/why-unwritten.ts';

/** Exit code of a command whose output could not be written. */
const UNWRITTEN = 2;

/**
 * Keeps a process from dying of an output that cannot be written. A reader that has seen enough, such as `head`, is no failure: a mock
 * continues without it. Any other failure is reported once.
 */
export function guardOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || process.exitCode === UNWRITTEN) return;
    process.exitCode = UNWRITTEN;
    process.stderr.write(`Standard output cannot be written: ${whyUnwritten(error)}.\n`);
  });
  process.stderr.on('error', () => {}); // there is nowhere left to say so
}
