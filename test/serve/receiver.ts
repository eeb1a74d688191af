import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';
import { until } from '../support/until.ts';
import type { TaskAnswer } from './client.ts';

/** A receiver of callbacks. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Every callback received, by task. */
  readonly pushed: ReadonlyMap<string, readonly TaskAnswer[]>;
  /** Resolves when every task's callback has arrived at least once; otherwise rejects with how many are missing. */
  waitFor(ids: readonly string[]): Promise<void>;
}

/** Inspects a callback first: one that `refuse` has answered does not count. */
export type Gatekeeper = (
  task: TaskAnswer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => 'take' | 'refuse';

/** Opens a receiver that immediately responds with 200 to every callback that its gatekeeper lets through. */
export async function openReceiver(gatekeeper: Gatekeeper = () => 'take'): Promise<Receiver> {
  const pushed = new Map<string, TaskAnswer[]>();
  const server = createServer((incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    incoming.once('end', () => {
      const task = JSON.parse(Buffer.concat(chunks).toString()) as TaskAnswer; // section 6: the task record
      if (gatekeeper(task, incoming, outgoing) === 'refuse') return;
      pushed.set(task.id, [...(pushed.get(task.id) ?? []), task]);
      outgoing.end();
    });
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    pushed,
    async waitFor(ids) {
      const missing = () => ids.filter((id) => !pushed.has(id));
      await until(`each of ${ids.length} tasks is pushed`, () => missing().length === 0).catch((error) => {
        throw new Error(`${missing().length} tasks were not pushed, as ${missing()[0]}`, { cause: error });
      });
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
