import { fillTemplate } from '../language/template.ts';
import { type Session, toBindings } from '../run/session.ts';
import type { RequestTemplate } from '../suite/case.ts';
import { readStream } from '../wire/event-stream.ts';
import { type Exchange, NoResponse, send, type WireRequest } from '../wire/exchange.ts';
import { sendRaw } from '../wire/raw-socket.ts';
import { asksForTask, toRecord } from '../wire/task-record.ts';
import { sendPatiently } from './send-patiently.ts';
import type { StepResult } from './step-result.ts';

/** Sends a request from its template. The body of a task's status is its record; `payload` is what came. */
export async function runRequest(session: Session, template: RequestTemplate): Promise<StepResult> {
  const wire = await session.prepare(template);
  const { response } = await exchange(session, operationOf(session, template), wire);
  const payload = response.body ?? null;
  const isTask = asksForTask(wire) && response.status === 200;
  return { response: isTask ? { ...response, body: toRecord(payload) } : response, values: { payload } };
}

function operationOf(session: Session, { operation }: RequestTemplate): Pick<Exchange, 'operation'> {
  return operation === undefined ? {} : { operation: String(fillTemplate(operation, session.evaluate)) };
}

const NOTHING = new Uint8Array();

/** Sends a request and logs the exchange. A target that is busy is asked again, unless limits are what the case is about. */
export async function exchange(
  session: Session,
  about: Pick<Exchange, 'operation' | 'isConcurrent'>,
  wire: WireRequest,
): Promise<Exchange> {
  const sendOnce = async () => {
    const started = performance.now();
    const response = await heard(session, { ...about, wire }, () => send(wire));
    const done = { ...about, request: wire, response, tookMs: performance.now() - started };
    session.log(done);
    // Text is kept once while a case goes on.
    return wire.isFile ? done : { ...done, response: { ...response, bytes: NOTHING } };
  };
  const { limited } = session.context.target.keys;
  const isLimited = limited !== undefined && wire.headers.authorization === `Bearer ${limited.key}`;
  return isLimited || about.isConcurrent ? sendOnce() : sendPatiently(sendOnce);
}

/** What a request of its own gives, as a sign of life of the target. Storage elsewhere is none. */
async function heard<Answer>(
  { context: { patience, target } }: Session,
  { wire, isConcurrent = false }: Pick<Exchange, 'isConcurrent'> & { readonly wire: WireRequest },
  sendIt: () => Promise<Answer>,
): Promise<Answer> {
  const isAsked = new URL(wire.url).origin === new URL(target.base_url).origin;
  try {
    const answer = await sendIt();
    if (isAsked) patience.hear(true);
    return answer;
  } catch (error) {
    if (isAsked && !isConcurrent && error instanceof NoResponse) patience.hear(false);
    throw error;
  }
}

/** Reads an event stream. On a clock that the runner moves, time passes while it waits. */
export async function runStream(
  session: Session,
  { leave_after_events, ...template }: RequestTemplate & { readonly leave_after_events?: number },
): Promise<StepResult> {
  const wire = await session.prepare(template);
  const about = operationOf(session, template);
  const { response, events, done, comments } = await sendPatiently(async () => {
    const started = performance.now();
    const stream = await heard(session, { wire }, () => readStream(wire, leave_after_events));
    session.log({ ...about, request: wire, response: stream.response, tookMs: performance.now() - started });
    return stream;
  });
  return { response, values: { events, done, comments } };
}

/** Sends bytes on a socket of their own. */
export async function runRaw(session: Session, text: string): Promise<StepResult> {
  const { base_url } = session.context.target;
  const sent = String(
    fillTemplate(text, (expression) =>
      expression === 'host' ? new URL(base_url).host : session.evaluate(expression),
    ),
  );
  const response = await sendRaw(base_url, sent);
  session.log({ request: { method: 'RAW', url: base_url, headers: {}, body: sent }, response, tookMs: 0 });
  return { response };
}

const MOST_PARALLEL = 1000;

/** Sends a request several times at once. Every answer is bound; one that did not come has status 0. */
export async function runParallel(
  session: Session,
  { times, request }: { readonly times: number | string; readonly request: RequestTemplate },
): Promise<StepResult> {
  const length = Math.min(Number(fillTemplate(times, session.evaluate)), MOST_PARALLEL);
  const wires = await Promise.all(Array.from({ length }, () => session.prepare(request)));
  const about = { ...operationOf(session, request), isConcurrent: true };
  const answers = await Promise.all(
    wires.map((wire) => exchange(session, about, wire).then(({ response }) => toBindings(response), absent)),
  );
  return { values: { answers } };
}

function absent(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof NoResponse) return { status: 0, headers: {}, text: '', body: null };
  throw error;
}
