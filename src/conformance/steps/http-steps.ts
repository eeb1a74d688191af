import { fillTemplate } from '../language/template.ts';
import { type Session, toBindings } from '../run/session.ts';
import type { RequestTemplate } from '../suite/case.ts';
import { readStream } from '../wire/event-stream.ts';
import { type Exchange, NoResponse, send, type WireRequest } from '../wire/exchange.ts';
import { sendRaw } from '../wire/raw-socket.ts';
import { seenTasks } from '../wire/seen-tasks.ts';
import { asksForTask, submitsTask, toRecord } from '../wire/task-record.ts';
import { sendWithRetries } from './send-with-retries.ts';
import type { StepResult } from './step-result.ts';

/** Sends a request from its template. For a task status, `body` is the task record; `payload` is the body as received. */
export async function runRequest(session: Session, template: RequestTemplate): Promise<StepResult> {
  const wire = await session.prepare(template);
  const done = await exchange(session, operationOf(session, template), wire);
  const { response } = done;
  const payload = response.body ?? null;
  const isTask = asksForTask(wire) && response.status === 200;
  const isAccepted = submitsTask(wire) && response.status >= 200 && response.status < 300;
  return {
    response: isTask ? { ...response, body: toRecord(payload) } : response,
    hasNoTask: isAccepted && seenTasks(done).length === 0,
    values: { payload },
  };
}

function operationOf(session: Session, { operation }: RequestTemplate): Pick<Exchange, 'operation'> {
  return operation === undefined ? {} : { operation: String(fillTemplate(operation, session.evaluate)) };
}

const NOTHING = new Uint8Array();

/** Sends a request and logs the exchange. Retries when the target is busy, unless the case is about limits. */
export async function exchange(
  session: Session,
  about: Pick<Exchange, 'operation' | 'isConcurrent'>,
  wire: WireRequest,
): Promise<Exchange> {
  const sendOnce = async () => {
    const started = performance.now();
    const response = await recordLiveness(session, { ...about, wire }, () => send(wire));
    const done = { ...about, request: wire, response, tookMs: performance.now() - started };
    session.log(done);
    // The bytes are dropped, so that the body is kept only once, as text.
    return wire.isFile ? done : { ...done, response: { ...response, bytes: NOTHING } };
  };
  const { limited } = session.context.target.keys;
  const isLimited = limited !== undefined && wire.headers.authorization === `Bearer ${limited.key}`;
  return isLimited ? sendOnce() : sendWithRetries(sendOnce);
}

/** Records whether the target responds. Requests to storage on other hosts and concurrent failures do not count. */
async function recordLiveness<Answer>(
  { context: { liveness, target } }: Session,
  { wire, isConcurrent = false }: Pick<Exchange, 'isConcurrent'> & { readonly wire: WireRequest },
  exchangeOnce: () => Promise<Answer>,
): Promise<Answer> {
  const isAsked = new URL(wire.url).origin === new URL(target.base_url).origin;
  try {
    const answer = await exchangeOnce();
    if (isAsked) liveness.record(true);
    return answer;
  } catch (error) {
    if (isAsked && !isConcurrent && error instanceof NoResponse) liveness.record(false);
    throw error;
  }
}

export async function runStream(
  session: Session,
  { leave_after_events, ...template }: RequestTemplate & { readonly leave_after_events?: number },
): Promise<StepResult> {
  const wire = await session.prepare(template);
  const about = operationOf(session, template);
  const { response, ...values } = await sendWithRetries(async () => {
    const started = performance.now();
    const stream = await recordLiveness(session, { wire }, () => readStream(wire, leave_after_events));
    session.log({ ...about, request: wire, response: stream.response, tookMs: performance.now() - started });
    return stream;
  });
  return { response, values };
}

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

const MAX_PARALLEL = 1000;

/** Sends a request several times at once. Binds every response; a missing one has status 0. */
export async function runParallel(
  session: Session,
  { times, request }: { readonly times: number | string; readonly request: RequestTemplate },
): Promise<StepResult> {
  const length = Math.min(Number(fillTemplate(times, session.evaluate)), MAX_PARALLEL);
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
