import { fillTemplate } from '../language/template.ts';
import type { Session } from '../run/session.ts';
import type { Step } from '../suite/case.ts';
import { type JsonObject, toObject } from '../suite/json.ts';
import type { HookRequest } from '../target/target.ts';
import { runCallbacks, runReceiver } from './callback-steps.ts';
import { runFetch } from './fetch-steps.ts';
import { runParallel, runRaw, runRequest, runStream } from './http-steps.ts';
import { type StepResult, Unproven } from './step-result.ts';
import { runPoll } from './task-steps.ts';

/** Runs one step. Throws `Unproven` or `NoResponse` when the case cannot go on. */
export async function runStep(session: Session, step: Step): Promise<StepResult> {
  if ('request' in step) return runRequest(session, step.request);
  if ('stream' in step) return runStream(session, step.stream);
  if ('poll' in step) return runPoll(session, step.poll);
  if ('fetch' in step) return runFetch(session, step.fetch);
  if ('raw' in step) return runRaw(session, step.raw.send);
  if ('parallel' in step) return runParallel(session, step.parallel);
  if ('receiver' in step) return runReceiver(session, step.receiver);
  if ('callbacks' in step) return runCallbacks(session, step.callbacks);
  if ('hook' in step) return runHook(session, step.hook);
  if ('wait' in step) await session.time.pass(Number(fillTemplate(step.wait.seconds, session.evaluate)));
  return {};
}

async function runHook(
  session: Session,
  { name, values = {} }: { readonly name: string; readonly values?: JsonObject },
): Promise<StepResult> {
  const hook = session.context.target.hooks?.[name];
  if (!hook) throw new Unproven(`the target declares no hook ${name}`);
  const filled = toObject(fillTemplate(values, session.evaluate));
  for (const one of [hook].flat() as readonly HookRequest[]) await session.callHook(one, filled);
  return {};
}
