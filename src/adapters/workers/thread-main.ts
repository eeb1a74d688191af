import { parentPort } from 'node:worker_threads';
import type { UntrustedWorkModule } from '../../gateway/ports/workers.ts';

/** The task of a thread. */
export interface ThreadTask {
  readonly module: string;
  readonly bytes: Uint8Array;
  readonly about: unknown;
}

/** The result of a thread. */
export type ThreadAnswer =
  | { readonly kind: 'found'; readonly found: unknown }
  | { readonly kind: 'crashed'; readonly error: string };

async function serve({ module, bytes, about }: ThreadTask): Promise<void> {
  try {
    const { work, listTransferables } = (await import(module)) as UntrustedWorkModule<unknown, unknown>; // named by an UntrustedWork
    const found = await work(bytes, about);
    post({ kind: 'found', found }, listTransferables?.(found));
  } catch (error) {
    // The work failed, or its result cannot be cloned.
    post({ kind: 'crashed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function post(answer: ThreadAnswer, buffers: readonly ArrayBufferLike[] = []): void {
  const own = buffers.filter((buffer) => buffer instanceof ArrayBuffer);
  parentPort?.postMessage(answer, own);
}

// What a parser prints about clients' files is discarded.
for (const output of [process.stdout, process.stderr]) output.write = () => true;

parentPort?.on('message', (task: ThreadTask) => void serve(task));
