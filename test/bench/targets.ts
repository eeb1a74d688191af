import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/loopback.ts';
import { type Child, startChild } from './child.ts';
import { type BenchRequest, exchange } from './exchange.ts';
import { READY } from './workload.ts';

/** The servers that are compared. */
export type TargetName = 'gatewright' | 'prism' | 'bare';

/** In the order in which they take turns: the closest pair first, because the machine's speed drifts between turns. */
export const targetNames: readonly TargetName[] = ['gatewright', 'bare', 'prism'];

/** All servers: those, and one that offers text only. */
export type ServerName = TargetName | 'aimock';

/** A server that is ready, with the figures of its start. */
export interface Target extends AsyncDisposable {
  readonly name: ServerName;
  readonly origin: string;
  readonly child: Child;
  /** From the start of the process to the first 200. */
  readonly startMs: number;
  readonly startBytes: number | undefined;
}

/** Root of the project. */
export const project = resolve(import.meta.dirname, '../..');

/** US dollars: more than all submits of a run cost. */
export const DEPOSIT = '1000000000';
const LONGEST_START_MS = 30_000;

/** What a server is started with. */
export interface TargetOptions {
  /** The responses of the bare server. */
  readonly bodies?: readonly string[];
  /** Additional arguments of gatewright's mock. */
  readonly mockArguments?: readonly string[];
  /** The cheapest request that only a ready server answers with 200. */
  readonly ready?: BenchRequest;
}

/** Starts a server the way its users do, and waits for its first 200. */
export async function startTarget(name: ServerName, options: TargetOptions = {}): Promise<Target> {
  const port = name === 'prism' ? await freePort() : 0;
  const started = performance.now();
  // Prism logs a line for every step of a request: discarded, so that reading them takes no time.
  const output = port === 0 ? 'read' : 'dropped';
  const child = startChild(commandOf(name, port, options), { output });
  try {
    const origin = port === 0 ? await child.firstLine() : `http://127.0.0.1:${port}`;
    await untilReady(child, origin, options.ready);
    const startMs = performance.now() - started;
    const startBytes = child.residentBytes();
    return {
      name,
      origin,
      child,
      startMs,
      startBytes,
      [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
    };
  } catch (error) {
    await child[Symbol.asyncDispose]();
    throw error;
  }
}

function commandOf(
  name: ServerName,
  port: number,
  { bodies = [], mockArguments = [] }: TargetOptions,
): readonly string[] {
  switch (name) {
    case 'gatewright': {
      const usual = ['mock', '--port', '0', '--quiet', '--balance', DEPOSIT];
      return [join(project, 'bin/gatewright.cjs'), ...usual, ...mockArguments];
    }
    case 'prism': {
      const document = join(project, 'generated/openapi.yaml');
      return [join(project, 'node_modules/.bin/prism'), 'mock', '-m', 'false', '-p', String(port), document];
    }
    case 'bare':
      return [join(import.meta.dirname, 'bare-server.ts'), ...bodies];
    case 'aimock':
      return [join(import.meta.dirname, 'aimock-server.ts')];
    default:
      return name satisfies never;
  }
}

/** Waits for the first 200 of a server; rejects when it exits before that, or takes too long. */
export async function untilReady(child: Child, origin: string, ready = READY): Promise<void> {
  const deadline = performance.now() + LONGEST_START_MS;
  for (;;) {
    const answer = await exchange(origin, ready).catch(() => undefined);
    if (answer?.status === 200) return;
    if (child.hasEnded()) throw new Error('The server ended before it answered.');
    if (performance.now() > deadline) throw new Error(`${origin} gave no 200 in ${LONGEST_START_MS} ms.`);
    await wait(5);
  }
}
