import { createServer, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { listenOnLoopback } from '../../support/loopback.ts';
import { type BenchRequest, expectSuccess } from '../exchange.ts';
import { SUBMIT } from '../workload.ts';
import type { Cluster } from './cluster.ts';
import { type Service, type StoreName, startService, storesWith } from './service.ts';

/** How fast one store processed due tasks and pending callbacks. */
export interface CallbackFigures {
  readonly store: StoreName;
  readonly delivered: number;
  /** From the time at which everything was due to the last delivery. */
  readonly seconds: number;
  /** Deliveries of callbacks that had already arrived. */
  readonly doubled: number;
}

interface Receiver extends AsyncDisposable {
  /** Base addresses, each a separate host for the gateway. */
  readonly bases: readonly string[];
  readonly ids: ReadonlySet<string>;
  readonly arrivals: () => number;
  readonly lastAt: () => number;
}

/** A gateway sends few callbacks at a time to one host and queues few: several hosts, as with several customers. */
const HOSTS = 8;
const CLIENTS = 16;
const LONGEST_DRAIN_MS = 60_000;

/** Suspended services whose tasks become due meanwhile: while suspended, they do not slow down the others. */
export interface Backlog extends AsyncDisposable {
  /** Waits until everything is due, and resumes one service after another until its last callback has arrived. */
  drain(): Promise<readonly CallbackFigures[]>;
}

/** Submits tasks with a callback to every store, and suspends each service. */
export async function openBacklog(cluster: Cluster | undefined, count: number): Promise<Backlog> {
  await using stack = new AsyncDisposableStack();
  const paused: { readonly service: Service; readonly receiver: Receiver }[] = [];
  let dueAt = 0;
  for (const store of storesWith(cluster)) {
    const service = stack.use(await startService(store, cluster));
    const receiver = stack.use(await openReceiver());
    dueAt = await submitAll(service.origin, receiver.bases, count);
    service.child.pause();
    paused.push({ service, receiver });
  }
  const kept = stack.move();
  return {
    async drain() {
      await wait(Math.max(0, dueAt - performance.now()));
      const figures: CallbackFigures[] = [];
      for (const { service, receiver } of paused) {
        figures.push(await drain(service, receiver, count));
        await service[Symbol.asyncDispose]();
      }
      return figures;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Returns the time, on the clock of `performance`, at which the last one is due. */
async function submitAll(origin: string, bases: readonly string[], count: number): Promise<number> {
  let next = 0;
  let last = '';
  const client = async () => {
    while (next < count) {
      const webhook = bases[next % bases.length];
      next += 1;
      const body = JSON.stringify({ ...JSON.parse(SUBMIT.body ?? '{}'), webhook });
      last = (await expectSuccess(origin, { ...SUBMIT, body })).body;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const { data } = JSON.parse(last) as { readonly data: readonly { readonly task_id: string }[] }; // section 2.2
  const poll: BenchRequest = { method: 'GET', path: `/v1/tasks/${data[0]?.task_id}` };
  const task = JSON.parse((await expectSuccess(origin, poll)).body) as { readonly estimated_time: number };
  return performance.now() + task.estimated_time * 1000 + 1000;
}

async function drain(
  { store, child }: Service,
  { ids, arrivals, lastAt }: Receiver,
  count: number,
): Promise<CallbackFigures> {
  const before = ids.size;
  const started = performance.now();
  child.resume();
  while (ids.size < count && performance.now() - started < LONGEST_DRAIN_MS) await wait(20);
  if (ids.size < count)
    throw new Error(`${store}: ${count - ids.size} of ${count} callbacks did not arrive.`);
  const seconds = (lastAt() - started) / 1000;
  return { store, delivered: count - before, seconds, doubled: arrivals() - ids.size };
}

async function openReceiver(): Promise<Receiver> {
  const ids = new Set<string>();
  let arrivals = 0;
  let lastAt = 0;
  const servers = Array.from({ length: HOSTS }, () =>
    createServer((incoming, outgoing) => {
      incoming.resume();
      incoming.once('end', () => {
        outgoing.end();
        arrivals += 1;
        const known = ids.size;
        ids.add(String(incoming.headers['webhook-id']));
        if (ids.size > known) lastAt = performance.now();
      });
    }),
  );
  const bases = await Promise.all(servers.map(listen));
  return {
    bases,
    ids,
    arrivals: () => arrivals,
    lastAt: () => lastAt,
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function listen(server: Server): Promise<string> {
  const port = await listenOnLoopback(server);
  return `http://127.0.0.1:${port}/hook`;
}
