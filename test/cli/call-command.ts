import { vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { within } from '../support/until.ts';

/** What a command printed, and its exit code. */
export interface Called {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a command line that exits by itself in this process, and collects what it prints. One at a time. Its signal handlers are removed.
 */
export async function callCommand(...args: readonly string[]): Promise<Called> {
  const before = new Set(SIGNALS.flatMap((signal) => process.listeners(signal)));
  const out: string[] = [];
  const err: string[] = [];
  const writes = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => err.push(String(text)) > 0),
  ];
  try {
    const code = await within(`gatewright ${args.join(' ')} ends`, run(args));
    return { code, out: out.join(''), err: err.join('') };
  } finally {
    for (const write of writes) write.mockRestore();
    for (const signal of SIGNALS)
      for (const listener of process.listeners(signal))
        if (!before.has(listener)) process.removeListener(signal, listener);
  }
}
