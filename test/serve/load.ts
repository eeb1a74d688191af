import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { call, imageBody, type TaskAnswer } from './client.ts';

/** A place that takes callbacks. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** What was pushed, by task; every push counts. */
  readonly pushed: ReadonlyMap<string, readonly TaskAnswer[]>;
  /** Resolves when every task was pushed at least once; rejects, with how many were not, when that does not happen. */
  waitFor(ids: readonly string[]): Promise<void>;
}

/** Clients that submit without a break, and try again under the same Idempotency-Key until they are answered. */
export interface Load {
  /** Tasks that a client was told of. */
  readonly accepted: readonly string[];
  /** Answers that no client should have got. */
  readonly surprises: readonly string[];
  /** Lets every client finish the submit it is at. */
  stop(): Promise<void>;
}

/** What a load needs; `origins` are asked anew for every try, because processes die and others begin. */
export interface LoadOptions {
  readonly origins: () => readonly string[];
  readonly key: string;
  readonly webhook: string;
}

const CLIENTS = 6;
const THINK_MS = 40;
/** A key that answers 409 so many times was probably left by a process that died: the client takes another one. */
const LEFT_BEHIND_ANSWERS = 100;

/** Looks at a push first: `refuse` says that it was answered, and does not count. */
export type Gatekeeper = (
  task: TaskAnswer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => 'take' | 'refuse';

/** Opens a receiver that answers 200 at once to every push that its gatekeeper lets through. */
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return {
    url: `http://127.0.0.1:${port}/hook`,
    pushed,
    async waitFor(ids) {
      const missing = () => ids.filter((id) => !pushed.has(id));
      await until(`each of ${ids.length} tasks is pushed`, () => missing().length === 0).catch((error) => {
        throw new Error(`${missing().length} tasks were not pushed, as ${missing()[0]}`, { cause: error });
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts clients against the processes of a service. */
export function startLoad(options: LoadOptions): Load {
  const accepted: string[] = [];
  const surprises: string[] = [];
  const leftBehind: string[] = [];
  let isOver = false;
  const client = async (name: number) => {
    for (let count = 0; !isOver; count += 1) {
      accepted.push(await submit(options, `client-${name}-${count}`, { surprises, leftBehind }));
      await pause(THINK_MS);
    }
  };
  // A process that was slow, not dead, may have accepted after its client took another key: its task counts as well.
  const askAgain = async (idempotencyKey: string) => {
    const answer = await tryOnce(options, idempotencyKey);
    if (typeof answer === 'string') accepted.push(answer);
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));
  clients.catch(() => undefined); // whoever stops them is told
  return {
    accepted,
    surprises,
    async stop() {
      isOver = true;
      await clients;
      for (const idempotencyKey of leftBehind) await askAgain(idempotencyKey);
    },
  };
}

interface Remarks {
  readonly surprises: string[];
  /** Idempotency keys that were given up. */
  readonly leftBehind: string[];
}

async function submit(
  options: LoadOptions,
  name: string,
  { surprises, leftBehind }: Remarks,
): Promise<string> {
  let conflicts = 0;
  let round = 0;
  return until(`${name} is answered`, async () => {
    const answer = await tryOnce(options, `${name}-${round}`);
    if (typeof answer === 'string') return answer;
    if (answer.kind === 'in_progress') conflicts += 1;
    if (answer.kind === 'surprise') surprises.push(answer.text);
    if (conflicts === LEFT_BEHIND_ANSWERS) {
      leftBehind.push(`${name}-${round}`);
      conflicts = 0;
      round += 1;
    }
    await pause(THINK_MS);
    return undefined;
  });
}

type Refusal =
  | { readonly kind: 'absent' | 'in_progress' }
  | { readonly kind: 'surprise'; readonly text: string };

async function tryOnce(
  { origins, key, webhook }: LoadOptions,
  idempotencyKey: string,
): Promise<string | Refusal> {
  const known = origins();
  const origin = known[Math.floor(Math.random() * known.length)];
  let status: number;
  let text: string;
  try {
    const answer = await call(`${origin}/v1/images/generations`, {
      key,
      headers: { 'idempotency-key': idempotencyKey },
      body: { ...imageBody, webhook },
    });
    status = answer.status;
    text = await answer.text();
  } catch {
    return { kind: 'absent' }; // the process died, or is not there yet
  }
  switch (status) {
    case 200:
      return (JSON.parse(text) as { data: [{ task_id: string }] }).data[0].task_id;
    case 409:
      return { kind: 'in_progress' };
    case 502: // the process has just begun
      return { kind: 'absent' };
    default:
      return { kind: 'surprise', text: `${status} ${text}` };
  }
}
