import type { Session } from '../run/session.ts';
import type { ReceiverTemplate } from '../suite/case.ts';
import { type StepResult, Unproven } from './step-result.ts';

/** Opens an address for callbacks and binds it by its name. */
export function runReceiver(session: Session, { name, path, answers }: ReceiverTemplate): StepResult {
  const receiver = session.context.callbackServer.open({
    ...(path && { path }),
    ...(answers && { answers }),
    now: session.time.now,
  });
  session.receivers.set(name, receiver);
  return { values: { [name]: receiver.address } };
}

/** Waits until so many callbacks came, or the time is over; with `count: 0` it waits the whole time. Binds those that came. */
export async function runCallbacks(
  session: Session,
  {
    receiver: name,
    count,
    within_seconds,
  }: { readonly receiver: string; readonly count: number; readonly within_seconds: number },
): Promise<StepResult> {
  const receiver = session.receivers.get(name);
  if (!receiver) throw new Unproven(`there is no receiver ${name}`);
  const started = session.time.now();
  const step = session.time.isManual ? 1 : 0.25;
  while ((count === 0 || receiver.received.length < count) && session.time.now() - started < within_seconds)
    await session.time.pass(step);
  return {
    values: {
      callbacks: receiver.received.map((callback) => ({ ...callback, body: callback.body ?? null })),
    },
  };
}
