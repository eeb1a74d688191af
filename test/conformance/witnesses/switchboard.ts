import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { plainEvaluator } from '../../../src/conformance/language/expressions.ts';
import { type DocumentOperation, operationOf } from './document-operations.ts';
import { openServer } from './local-server.ts';

/** Requests that Prism cannot pass on: CEL over method, path, operation (of the document, or empty), authorization, is_json. */
export interface Detour {
  readonly when: string;
  readonly reason: string;
}

/** An answer that came through Prism. */
export interface SeenAnswer {
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly type: string;
  /** What Prism reports about it in `sl-violations`, or that Prism responded itself. */
  readonly violation?: string;
}

/** What passed through a switchboard. */
export interface Switchboard extends AsyncDisposable {
  readonly baseUrl: string;
  readonly seen: readonly SeenAnswer[];
  /** How many requests bypassed Prism, by reason. */
  readonly around: Readonly<Record<string, number>>;
}

/** Where a switchboard leads. */
export interface Lines {
  readonly gateway: string;
  readonly prism: string;
  readonly detours: readonly Detour[];
  readonly operations: readonly DocumentOperation[];
}

interface Call {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly operation: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Sends every request to the gateway through Prism, except for those that bypass it, and records what comes back through Prism. */
export async function openSwitchboard({ gateway, prism, detours, operations }: Lines): Promise<Switchboard> {
  const seen: SeenAnswer[] = [];
  const around: Record<string, number> = {};
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const call = await readCall(incoming, operations);
    const detour = detours.find(({ when }) => holds(when, call));
    if (detour) around[detour.reason] = (around[detour.reason] ?? 0) + 1;
    const answer = await forward(call, { to: detour ? gateway : prism, outgoing });
    const problem = isProblem(answer) ? await buffer(answer) : undefined;
    if (problem) outgoing.end(problem);
    else answer.pipe(outgoing);
    if (!detour) seen.push(toSeen(call, { answer, problem: String(problem ?? '') }));
  };
  const server = await openServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  return { ...server, seen, around };
}

async function readCall(incoming: IncomingMessage, operations: readonly DocumentOperation[]): Promise<Call> {
  const { method = 'GET', url: target = '/', headers } = incoming;
  const path = target.replace(/\?.*/s, '');
  const operation = operationOf(operations, { method, path });
  return { method, target, path, operation, headers, body: await buffer(incoming) };
}

/** Prism's own responses are problem documents; the gateway has none. They are read whole. */
function isProblem({ headers }: IncomingMessage): boolean {
  return String(headers['content-type']).includes('problem+json');
}

/** Forwards a call and begins its response. A caller that disconnects ends the call. */
function forward(
  { method, target, headers, body }: Call,
  { to, outgoing }: { readonly to: string; readonly outgoing: ServerResponse },
): Promise<IncomingMessage> {
  const { host, hostname, port } = new URL(to);
  const { 'transfer-encoding': chunked, ...rest } = headers;
  const length = chunked === undefined ? {} : { 'content-length': body.length };
  const sent = request({ host: hostname, port, method, path: target, headers: { ...rest, ...length, host } });
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) sent.destroy();
  });
  return new Promise((fulfil, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      fulfil(answer);
    });
    sent.end(body);
  });
}

function holds(when: string, { method, path, operation, headers, body }: Call): boolean {
  const { authorization = '' } = headers;
  const bindings = {
    method,
    path,
    operation,
    authorization,
    is_json: when.includes('is_json') && isJson(body),
  };
  return plainEvaluator.evaluate(when, bindings) === true;
}

/** Whether a body can be parsed as JSON, or is absent. */
function isJson(body: Buffer): boolean {
  if (body.length === 0) return true;
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}

function toSeen(
  { method, path, operation }: Call,
  { answer, problem }: { readonly answer: IncomingMessage; readonly problem: string },
): SeenAnswer {
  const { statusCode: status = 0, headers } = answer;
  const violation = headers['sl-violations'] ?? (problem && `Prism answers itself: ${problem}`);
  const type = headers['content-type'] ?? '';
  return { method, path, operation, status, type, ...(violation && { violation: String(violation) }) };
}
