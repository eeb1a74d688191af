import { writeSync } from 'node:fs';
import { policies } from '../../../generated/policies.ts';
import type { UntrustedWorkModule } from '../../gateway/ports/workers.ts';
import { createMessageReader, type ProcessAnswer, type ProcessTask } from './process-messages.ts';

const WATCH_EVERY_MS = 25;
const STDOUT = 1;
const { kept_bytes: keptBytes, kept_jobs: keptJobs } = policies.decoder;
let jobs = 0;

async function serve({ module, about, maxBytes }: ProcessTask, bytes: Uint8Array): Promise<void> {
  const ticker = setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) giveUp();
  }, WATCH_EVERY_MS);
  const answer = await toAnswer(module, bytes, about);
  clearInterval(ticker);
  post(answer);
}

async function toAnswer(module: string, bytes: Uint8Array, about: unknown): Promise<ProcessAnswer> {
  try {
    const { work } = (await import(module)) as UntrustedWorkModule<unknown, unknown>; // named by an UntrustedWork
    const found = await work(bytes, about);
    jobs += 1;
    return { kind: 'found', found, isLast: jobs >= keptJobs || process.memoryUsage.rss() > keptBytes };
  } catch (error) {
    return {
      kind: 'crashed',
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

function post(answer: ProcessAnswer): void {
  writeSync(STDOUT, `${JSON.stringify(answer)}\n`);
}

function giveUp(): void {
  post({ kind: 'too_large' });
  end();
}

/** Ends at once: an orderly exit would wait for native code. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

// Signals to the process group are left to the parent. When its end of the pipe closes, the parent is gone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.on(
  'data',
  createMessageReader((task, bytes) => void serve(task, bytes)),
);
process.stdin.on('end', end).on('error', end);
