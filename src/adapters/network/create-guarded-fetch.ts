import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
// Imported by file: Bun replaces `undici` with functions that ignore `dispatcher`, so nothing would be guarded.
import { Agent, buildConnector, fetch, request } from 'undici/index.js';
import { policies } from '../../../generated/policies.ts';
import type { AddressGuard } from './create-address-guard.ts';

/** A fetch that calls only addresses its guard allows; otherwise it rejects with `AddressRefused`, directly or as a cause. */
export interface GuardedFetch {
  (url: URL | string, init?: GuardedInit): Promise<Response>;
  /** Waits for exchanges in flight and closes the connections. */
  close(): Promise<void>;
}

/** Options of an exchange. Redirects are never followed: every address must be checked. */
interface GuardedInit {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly redirect?: 'manual';
}

export interface GuardedFetchOptions {
  /** Longest wait for one connection, in milliseconds. */
  readonly connectTimeoutMs?: number;
  /** Additional certificates to trust, as PEM: for tests. */
  readonly ca?: string;
}

type Connect = ReturnType<typeof buildConnector>;
type ConnectOptions = Parameters<Connect>[0];
type Connection = NonNullable<Parameters<Parameters<Connect>[1]>[1]>;

/**
 * Creates a fetch whose connections are guarded: the host is resolved and checked when a connection is made, and
 * exactly the checked address is connected to, with the host name for certificates. A kept-alive connection stays
 * with its checked address; a GET that fails on one is retried once on a new connection, because the host may have
 * closed it meanwhile.
 */
export function createGuardedFetch(guard: AddressGuard, options: GuardedFetchOptions = {}): GuardedFetch {
  const { connectTimeoutMs = policies.network.connect_seconds * 1000, ca } = options;
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    allowH2: false,
    ...(ca === undefined ? {} : { ca }),
  });
  const vetted = callbackify((target: ConnectOptions) => connectVetted(guard, connect, target));
  const guardedConnect: Connect = (target, callback) =>
    vetted(target, (error, socket) => (error ? callback(error, null) : callback(null, socket)));
  const kept = new Agent({ connect: guardedConnect });
  const fresh = new Agent({ connect: guardedConnect, pipelining: 0 });
  const send = (url: URL, init: GuardedInit, dispatcher: Agent) =>
    fetch(url, { ...init, redirect: 'manual', dispatcher });
  const guarded = async (url: URL | string, init: GuardedInit = {}): Promise<Response> => {
    const target = new URL(url);
    guard.checkUrl(target);
    if (init.method === 'POST') return post(target, init, kept);
    const response = await send(target, init, kept).catch((error: unknown) => {
      if (!isBroken(error)) throw error;
      return send(target, init, fresh);
    });
    return response as unknown as Response; // the platform's Response by another copy of the same code
  };
  return Object.assign(guarded, {
    close: async () => {
      await Promise.all([kept.close(), fresh.close()]);
    },
  });
}

/** Statuses that must not have a body in a `Response`. */
const EMPTY: readonly number[] = [204, 205, 304];

/** Sends once: `fetch` would send again after 421, and treats 407 as no response. */
async function post(url: URL, init: GuardedInit, dispatcher: Agent): Promise<Response> {
  const { headers, body, signal } = init;
  const answer = await request(url, {
    method: 'POST',
    dispatcher,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  const { statusCode: status } = answer;
  if (!EMPTY.includes(status)) return new Response(Readable.toWeb(answer.body), { status });
  await answer.body.dump();
  return new Response(null, { status });
}

/** Whether a connection ended before a response arrived. */
function isBroken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return (
    cause instanceof Error && 'code' in cause && ['ECONNRESET', 'UND_ERR_SOCKET'].includes(String(cause.code))
  );
}

/** Tries the checked addresses in order, with the host name for certificates; the last failure is reported when none answers. */
async function connectVetted(
  guard: AddressGuard,
  connect: Connect,
  target: ConnectOptions,
): Promise<Connection> {
  let failure: unknown;
  for (const hostname of await guard.vetHost(target.hostname)) {
    try {
      return await open(connect, { ...target, hostname });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function open(connect: Connect, target: ConnectOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) => (error ? reject(error) : resolve(socket)));
  });
}
