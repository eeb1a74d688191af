import { parentPort } from 'node:worker_threads';
import type { ForeignWorkModule } from '../../gateway/ports/workers.ts';

/** What a thread is told to do. */
export interface ThreadTask {
  readonly module: string;
  readonly bytes: Uint8Array;
  readonly about: unknown;
}

/** What a thread answers. */
export type ThreadAnswer =
  | { readonly kind: 'found'; readonly found: unknown }
  | { readonly kind: 'crashed'; readonly error: string };

async function answer({ module, bytes, about }: ThreadTask): Promise<ThreadAnswer> {
  try {
    const { work } = (await import(module)) as ForeignWorkModule<unknown, unknown>; // named by a ForeignWork
    return { kind: 'found', found: await work(bytes, about) };
  } catch (error) {
    return crashed(error);
  }
}

async function serve(task: ThreadTask): Promise<void> {
  const found = await answer(task);
  try {
    parentPort?.postMessage(found);
  } catch (error) {
    parentPort?.postMessage(crashed(error)); // what was found cannot be cloned
  }
}

function crashed(error: unknown): ThreadAnswer {
  return { kind: 'crashed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

// What a parser prints about the files of strangers is nobody's business.
for (const output of [process.stdout, process.stderr]) output.write = () => true;

parentPort?.on('message', (task: ThreadTask) => void serve(task));
