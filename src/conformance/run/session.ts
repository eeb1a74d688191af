import { createHash } from 'node:crypto';
import { createWatch, type Watch } from '../checks/invariants.ts';
import type { ExpandedCase } from '../expand/expand.ts';
import { createEvaluator } from '../language/expressions.ts';
import { isFree } from '../money/spending-requests.ts';
import type { CallbackReceiver } from '../peers/callback-receiver.ts';
import { type KeptExchange, toKept } from '../report/wire-log.ts';
import type { RequestTemplate } from '../suite/case.ts';
import type { Suite } from '../suite/suite.ts';
import { type CallHook, createHooks } from '../target/call-hook.ts';
import type { Preparation, Target } from '../target/target.ts';
import { createTargetTime, type TargetTime } from '../target/target-time.ts';
import type { Exchange, WireRequest, WireResponse } from '../wire/exchange.ts';
import { endedTasks, type SeenTask, seenTasks } from '../wire/seen-tasks.ts';
import { prepareRequest } from './prepare-request.ts';
import type { RunContext } from './run-context.ts';

/** The state of a running case: its values, its clock, its log. */
export interface Session {
  readonly context: RunContext;
  /** The values that templates and expressions of the case can use. */
  readonly values: Record<string, unknown>;
  readonly time: TargetTime;
  readonly exchanges: readonly KeptExchange[];
  readonly tasks: readonly SeenTask[];
  /** What the requests took so far, in milliseconds. */
  readonly tookMs: number;
  /** Checks the invariants on each exchange. */
  readonly watch: Watch;
  readonly evaluate: (expression: string) => unknown;
  /** A request from its template, ready to be sent. */
  readonly prepare: (template: RequestTemplate) => Promise<WireRequest>;
  /** Checks an exchange, and stores what reports show of it. */
  readonly log: (exchange: Exchange) => void;
  readonly callHook: CallHook;
  /** Headers of every request that isolate the case from others. */
  readonly isolating: Readonly<Record<string, string>>;
  /** The callback addresses of the case, by name. */
  readonly receivers: Map<string, CallbackReceiver>;
}

/** Opens the session of a case; `rich` is the key for that role. */
export async function openSession(context: RunContext, one: ExpandedCase, rich: string): Promise<Session> {
  const { id, values } = one;
  const { target, seed } = context;
  const [exchanges, tasks]: [KeptExchange[], SeenTask[]] = [[], []];
  let tookMs = 0;
  const watch = createWatch(context);
  const receivers: Session['receivers'] = new Map();
  const isolating = isolatingHeaders(context, id);
  const callHook = createHooks(target.base_url, { isolating, format: context.format });
  for (const hook of preparationsFor(one, target)) await callHook(hook);
  const clock = needsTime(one, context.suite) ? target.clock : undefined;
  const time = await createTargetTime(clock, { callHook, isTimed: () => receivers.size > 0 });
  const scope: Record<string, unknown> = { ...values, target: describeTarget(context, rich) };
  let uniques = 0;
  const evaluator = createEvaluator({
    now: time.now,
    unique: (prefix) => `${prefix}-${seed}-${id}-${++uniques}`,
  });
  const evaluate = (expression: string): unknown => evaluator.evaluate(expression, scope);
  return {
    context,
    values: scope,
    time,
    exchanges,
    tasks,
    get tookMs() {
      return tookMs;
    },
    watch,
    evaluate,
    prepare: (template) => prepareRequest(template, { context, rich, isolating, evaluate }),
    log(exchange) {
      exchanges.push(toKept(exchange, context.redactor));
      tookMs += exchange.tookMs;
      const seen = seenTasks(exchange);
      tasks.push(...seen);
      if (endedTasks(seen).size > 0) context.liveness.taskEnded();
      watch.check({ ...exchange, at: time.now() });
    },
    callHook,
    isolating,
    receivers,
  };
}

/** Whether a case depends on time: every case except one with a single free request that is not compared with the time. */
function needsTime(one: ExpandedCase, { contract }: Suite): boolean {
  const { steps, values } = one;
  const sent = steps.filter((step) => !('assert' in step));
  const isOneRequest = sent.length === 1 && sent.every((step) => 'request' in step);
  if (!isOneRequest || !isFree(one, contract)) return true;
  return /\bnow\(\)/.test(JSON.stringify([steps, values]));
}

/** The requests to send before a case; those for a key only if the case uses its role. */
function preparationsFor(one: ExpandedCase, { isolation }: Target): readonly Preparation[] {
  const { prepare = [] } = isolation ?? {};
  if (prepare.length === 0) return [];
  const text = JSON.stringify([one.needs, one.steps, one.values]);
  const isNamed = (role: string): boolean => text.includes(`"${role}"`) || text.includes(`"key:${role}"`);
  return prepare.filter(({ key }) => key === undefined || isNamed(key));
}

function isolatingHeaders({ target, seed, run }: RunContext, id: string): Readonly<Record<string, string>> {
  // The digest separates runs, and ids that differ only in characters that were replaced or cut.
  const digest = createHash('sha256').update(`${run} ${id}`).digest('hex').slice(0, 8);
  const name = `${`${seed}-${id}`.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 50)}-${digest}`;
  const headers = Object.entries(target.isolation?.headers ?? {});
  return Object.fromEntries(
    headers.map(([header, value]) => [header.toLowerCase(), value.replace('{{case}}', name)]),
  );
}

/** What cases can read about the target. */
function describeTarget({ target, media }: RunContext, rich: string): Readonly<Record<string, unknown>> {
  const { base_url, keys, callbacks, clock } = target;
  return {
    base_url,
    host: new URL(base_url).host,
    key: rich,
    restricted_models: keys.restricted?.models ?? [],
    without_metadata: keys.restricted?.without_metadata ?? [],
    limited: keys.limited ? { requests: keys.limited.requests, seconds: keys.limited.seconds } : {},
    media: media ?? '',
    secret: callbacks ? (callbacks.secret ?? '') : '',
    clock: clock !== undefined,
    tolerance: target.tolerance_seconds ?? 3,
  };
}

/** A response by the names that expressions use. */
export function toBindings({ status, headers, text, body }: WireResponse): Readonly<Record<string, unknown>> {
  return { status, headers, text, body: body ?? null };
}
