import { fillTemplate } from '../language/template.ts';
import type { Session } from '../run/session.ts';
import type { CallbacksTemplate, ReceiverTemplate } from '../suite/case.ts';
import type { JsonObject } from '../suite/json.ts';
import { toRecord } from '../wire/task-record.ts';
import { type StepResult, Unproven } from './step-result.ts';

/** Opens an address for callbacks and binds it to its name. A closed one is opened by a later step with the same name. */
export async function runReceiver(
  session: Session,
  { name, closed, ...template }: ReceiverTemplate,
): Promise<StepResult> {
  const { callbackServer, target } = session.context;
  const known = session.receivers.get(name);
  if (known) {
    await known.listen?.();
    return {};
  }
  if (closed && typeof target.callbacks === 'object' && target.callbacks.public_url)
    throw new Unproven('the public callback URL offers no closed port to test with');
  const filled = fillTemplate({ ...template } as JsonObject, session.evaluate) as typeof template;
  const options = { ...filled, now: session.time.atArrival };
  const receiver = closed ? await callbackServer.reserve(options) : callbackServer.open(options);
  session.receivers.set(name, receiver);
  return { values: { [name]: receiver.address } };
}

/** Seconds between two looks at the received callbacks; shorter than the interval between any two callbacks of a task. */
const [REAL_STEP, MANUAL_STEP] = [0.25, 5];

/** Waits until `count` callbacks were received or the time is over, with `count: 0` for the whole time. Binds those received. */
export async function runCallbacks(
  session: Session,
  { receiver: name, count, within_seconds }: CallbacksTemplate,
): Promise<StepResult> {
  const receiver = session.receivers.get(name);
  if (!receiver) throw new Unproven(`there is no receiver ${name}`);
  const started = session.time.now();
  const step = session.time.isManual ? MANUAL_STEP : REAL_STEP;
  const left = (): number => started + within_seconds - session.time.now();
  while ((count === 0 || receiver.received.length < count) && left() > 0)
    await session.time.pass(Math.min(step, left()));
  const unreached = session.context.callbackServer.unreached();
  if (unreached !== undefined) throw new Unproven(unreached);
  const overloaded = session.time.isManual
    ? undefined
    : session.context.callbackServer.overloaded(receiver.openedAt);
  if (overloaded !== undefined) throw new Unproven(overloaded);
  return {
    values: {
      callbacks: receiver.received.map((callback) => ({
        ...callback,
        body: toRecord(callback.body),
        payload: callback.body ?? null,
      })),
    },
  };
}
