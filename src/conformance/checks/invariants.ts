import { plainEvaluator } from '../language/expressions.ts';
import { tryEvaluate } from '../language/template.ts';
import type { CheckResult } from '../run/result.ts';
import type { RunContext } from '../run/run-context.ts';
import { isObject, parseJson } from '../suite/json.ts';
import type { Invariant } from '../suite/suite.ts';
import { richKeys, type Target } from '../target/target.ts';
import type { Exchange } from '../wire/exchange.ts';
import { toRecord } from '../wire/task-record.ts';
import { toTextAnswer } from '../wire/text-answer.ts';
import { outcomeOf } from './check-step.ts';
import { describeRevealed } from './describe-revealed.ts';
import { describeValues } from './describe-values.ts';
import { shorten } from './value-formatter.ts';

/** Checks invariants on the exchanges of a case. */
export interface Watch {
  readonly check: (exchange: Exchange) => void;
  /** One result for each invariant that applied, with the first exchange that violated it. */
  readonly results: () => readonly CheckResult[];
}

export function createWatch(context: RunContext): Watch {
  const { invariants, requirements } = context.suite;
  const known = invariants.filter(({ requirement }) => requirements.has(requirement));
  const results = new Map<Invariant, CheckResult>();
  let count = 0;
  return {
    check(exchange) {
      const index = count++;
      const subject = describeExchange(context, exchange);
      for (const invariant of known) {
        if ((results.get(invariant)?.outcome ?? 'passed') !== 'passed') continue;
        const fault = faultOf(context, invariant, subject);
        if (fault === 'not applicable') continue;
        const { id, requirement } = invariant;
        const rule = requirements.get(requirement);
        const result = { requirement, invariant: id, expected: rule?.statement ?? id };
        const outcome = outcomeOf(rule);
        results.set(
          invariant,
          fault === undefined
            ? { ...result, outcome: 'passed' }
            : { ...result, outcome, actual: fault, exchange: index },
        );
      }
    },
    results: () => known.flatMap((invariant) => results.get(invariant) ?? []),
  };
}

interface Subject {
  readonly exchange: Exchange;
  readonly record: unknown;
  readonly evaluate: (expression: string) => unknown;
}

const TEXT_PATHS: ReadonlySet<string> = new Set(['/v1/chat/completions', '/v1/responses']);

/** A target can send anything: only so many characters are kept. */
const MAX_STATUS = 100;

/** What invariants can read: the response, the request, the last record of the same task, and a text answer, streamed or not, with its request. */
function describeExchange({ lastRecords, target }: RunContext, exchange: Exchange): Subject {
  const secret = target.callbacks ? (target.callbacks.secret ?? '') : '';
  const { request, response, operation = '', isConcurrent = false, at } = exchange;
  const record = operation === 'getTask' && response.status === 200 ? toRecord(response.body) : null;
  const owned = isObject(record) ? nameTask(target, exchange, String(record.id)) : '';
  const previous = isConcurrent ? null : (lastRecords.get(owned) ?? null);
  if (isObject(record) && !isConcurrent) {
    const { status, progress } = record;
    lastRecords.set(owned, {
      status: typeof status === 'string' ? status.slice(0, MAX_STATUS) : null,
      progress: typeof progress === 'number' ? progress : null,
    });
  }
  const key = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  const { status, headers, text, body } = response;
  const path = pathBelow(target.base_url, request.url);
  const isText = status === 200 && TEXT_PATHS.has(path);
  const evaluate = plainEvaluator.over({
    status,
    headers,
    text,
    body: body ?? null,
    operation,
    path,
    key,
    secret,
    at,
    method: request.method,
    record,
    previous,
    answer: isText ? toTextAnswer(response) : null,
    sent: isText && typeof request.body === 'string' ? (parseJson(request.body) ?? null) : null,
    took_ms: exchange.tookMs,
  });
  return { exchange, record, evaluate };
}

/**
 * What a task is known by: its id within an account, and within a case where the target isolates cases. Isolated cases share nothing, so
 * that two of their tasks can have the same id.
 */
function nameTask(target: Target, { request: { headers } }: Exchange, id: string): string {
  const { authorization } = headers;
  const isSibling = authorization === `Bearer ${target.keys.sibling}`;
  const account = isSibling ? `Bearer ${richKeys(target)[0]}` : authorization;
  const isolating = Object.keys(target.isolation?.headers ?? {}).map((name) => headers[name.toLowerCase()]);
  return JSON.stringify([...isolating, account, id]);
}

/** The path relative to the base URL; empty for other addresses. */
function pathBelow(baseUrl: string, url: string): string {
  return url.startsWith(`${baseUrl}/`)
    ? (URL.parse(url)?.pathname ?? '').slice(new URL(`${baseUrl}/`).pathname.length - 1)
    : '';
}

function faultOf(
  { schemas, redactor, format }: RunContext,
  { when, that, schema, declared }: Invariant,
  { exchange: { response, operation }, record, evaluate }: Subject,
): string | undefined {
  const said = (): string => shorten(redactor.text(response.text));
  try {
    if (when !== undefined && evaluate(when) !== true) return 'not applicable';
    if (that !== undefined && tryEvaluate(evaluate, that) !== true)
      return (
        describeRevealed(that, { response, evaluate }) ??
        `status ${response.status}; ${describeValues(that, { evaluate, format })}`
      );
    const value = record ?? response.body;
    if (schema !== undefined) return schemas.faults('schema', schema, value).join('; ') || undefined;
    if (declared && operation)
      return schemas.responseFaults(operation, response.status, value)?.join('; ') || undefined;
    return undefined;
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)} in ${said()}`;
  }
}
