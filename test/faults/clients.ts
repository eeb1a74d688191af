import { setTimeout as pause } from 'node:timers/promises';
import { call, imageBody } from '../serve/client.ts';

/** What clients of a service saw while it was disturbed. */
export interface Observations {
  /** Task by idempotency key, as reported to the client. */
  readonly accepted: ReadonlyMap<string, string>;
  /** Responses other than success, by status. */
  readonly refusals: ReadonlyMap<number, number>;
  /** Responses that no client should get, quoted. */
  readonly unexpected: readonly string[];
  /** Connections that ended in the middle of a request. */
  readonly cutConnections: number;
  /** Longest time from the first attempt of a submission to its acceptance, in milliseconds. */
  readonly longestSubmitMs: number;
}

/** Clients that submit continuously, and retry each submission under its idempotency key until it is accepted. */
export interface Clients {
  readonly seen: Observations;
  /** Milliseconds from now until a submission that begins later is accepted. */
  untilAccepted(): Promise<number>;
  /** Lets every client finish its current submission. */
  stop(): Promise<void>;
}

/** The servers to call; `origins` is read again for each attempt, because processes die and others start. */
export interface ClientOptions {
  readonly origins: () => readonly string[];
  readonly key: string;
  readonly webhook: string;
}

const CLIENTS = 6;
const THINK_MS = 40;
const PATIENCE_MS = 120_000;

interface Notes {
  readonly accepted: Map<string, string>;
  readonly refusals: Map<number, number>;
  readonly unexpected: string[];
  cutConnections: number;
  longestSubmitMs: number;
}

/** Starts the clients; one that waits longer than two minutes for a submission fails the campaign. */
export function startClients(options: ClientOptions): Clients {
  const seen: Notes = {
    accepted: new Map(),
    refusals: new Map(),
    unexpected: [],
    cutConnections: 0,
    longestSubmitMs: 0,
  };
  const waiting = new Set<{ readonly since: number; readonly resolve: (ms: number) => void }>();
  let isOver = false;
  const client = async (name: number) => {
    for (let count = 0; !isOver; count += 1) {
      const begun = performance.now();
      await submitUntilAccepted(options, `client-${name}-${count}`, seen);
      const now = performance.now();
      seen.longestSubmitMs = Math.max(seen.longestSubmitMs, now - begun);
      for (const wait of waiting) {
        if (begun < wait.since) continue;
        waiting.delete(wait);
        wait.resolve(now - wait.since);
      }
      await pause(THINK_MS);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));
  clients.catch(() => undefined); // passed on to the callers that stop or await them
  const failed = clients.then(() => Promise.reject(new Error('The clients have stopped.')));
  failed.catch(() => undefined);
  return {
    seen,
    untilAccepted: () =>
      Promise.race([
        new Promise<number>((resolve) => waiting.add({ since: performance.now(), resolve })),
        failed,
      ]),
    async stop() {
      isOver = true;
      await clients;
    },
  };
}

async function submitUntilAccepted(options: ClientOptions, name: string, seen: Notes): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let last = 'nothing'; ; ) {
    const tried = await submitOnce(options, name);
    switch (tried.kind) {
      case 'accepted':
        seen.accepted.set(name, tried.task);
        return;
      case 'absent':
        last = tried.reason;
        if (tried.isCut) seen.cutConnections += 1;
        break;
      case 'refused':
        last = String(tried.status);
        seen.refusals.set(tried.status, (seen.refusals.get(tried.status) ?? 0) + 1);
        if (tried.unexpected) seen.unexpected.push(tried.unexpected);
    }
    if (performance.now() > end)
      throw new Error(`${name} was not accepted in ${PATIENCE_MS / 1000} s; the last answer was ${last}.`);
    await pause(THINK_MS);
  }
}

type Tried =
  | { readonly kind: 'accepted'; readonly task: string }
  | { readonly kind: 'absent'; readonly isCut: boolean; readonly reason: string }
  | { readonly kind: 'refused'; readonly status: number; readonly unexpected: string | undefined };

async function submitOnce({ origins, key, webhook }: ClientOptions, name: string): Promise<Tried> {
  const known = origins();
  const origin = known[Math.floor(Math.random() * known.length)];
  try {
    const answer = await call(`${origin}/v1/images/generations`, {
      key,
      headers: { 'idempotency-key': name },
      body: { ...imageBody, webhook },
    });
    const text = await answer.text();
    if (answer.status === 200) {
      const { data } = JSON.parse(text) as { data: [{ task_id: string }] }; // section 2.3
      return { kind: 'accepted', task: data[0].task_id };
    }
    return { kind: 'refused', status: answer.status, unexpected: unexpectedIn(answer, text) };
  } catch (error) {
    const reason = codeOf(error);
    return { kind: 'absent', isCut: reason !== 'ECONNREFUSED', reason };
  }
}

/** A first request in progress is 409, a service that is unavailable 502 or 503; each says when to retry. */
function unexpectedIn({ status, headers }: Response, text: string): string | undefined {
  const isTold = [409, 502, 503].includes(status) && headers.has('retry-after');
  return isTold ? undefined : `${status} ${text.slice(0, 300)}`;
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return String(error);
}
