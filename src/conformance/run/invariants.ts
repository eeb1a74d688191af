import { plainEvaluator } from '../language/expressions.ts';
import { isObject } from '../suite/json.ts';
import type { Invariant } from '../suite/suite.ts';
import type { Exchange } from '../wire/exchange.ts';
import { toRecord } from '../wire/task-record.ts';
import { outcomeOf } from './check-step.ts';
import type { CheckResult } from './result.ts';
import type { Session } from './session.ts';

/** Checks every invariant on every exchange of a case: each gives one result, the first exchange that breaks it. */
export function checkInvariants(session: Session): readonly CheckResult[] {
  const { invariants, requirements } = session.context.suite;
  const subjects = describeExchanges(session);
  return invariants
    .filter(({ requirement }) => requirements.has(requirement))
    .flatMap((invariant): readonly CheckResult[] => {
      const results = subjects.map((subject, index) => ({
        index,
        fault: faultOf(session, invariant, subject),
      }));
      const checked = results.filter(({ fault }) => fault !== 'not applicable');
      if (checked.length === 0) return [];
      const broken = checked.find(({ fault }) => fault !== undefined);
      const { id, requirement } = invariant;
      const expected = `invariant ${id}`;
      if (!broken) return [{ requirement, invariant: id, outcome: 'passed', expected }];
      const outcome = outcomeOf(requirements.get(requirement));
      return [
        { requirement, invariant: id, outcome, expected, actual: broken.fault ?? '', exchange: broken.index },
      ];
    });
}

interface Subject {
  readonly exchange: Exchange;
  readonly record: unknown;
  readonly evaluate: (expression: string) => unknown;
}

/** What invariants can read: the response, the request, and the last record of the same task. */
function describeExchanges(session: Session): readonly Subject[] {
  const { lastRecords, target } = session.context;
  const secret = target.callbacks ? (target.callbacks.secret ?? '') : '';
  return session.exchanges.map((exchange) => {
    const { request, response, operation = '', isConcurrent = false, at } = exchange;
    const record = operation === 'getTask' && response.status === 200 ? toRecord(response.body) : null;
    const id = isObject(record) ? String(record.id) : '';
    const previous = isConcurrent ? null : (lastRecords.get(id) ?? null);
    if (id && !isConcurrent) lastRecords.set(id, record);
    const key = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const { status, headers, text, body } = response;
    const evaluate = plainEvaluator.over({
      status,
      headers,
      text,
      body: body ?? null,
      operation,
      path: pathBelow(target.base_url, request.url),
      key,
      secret,
      at,
      method: request.method,
      record,
      previous,
      took_ms: exchange.tookMs,
    });
    return { exchange, record, evaluate };
  });
}

/** The path without that of the base address; empty for other addresses. */
function pathBelow(baseUrl: string, url: string): string {
  const base = baseUrl.replace(/\/$/, '');
  return url.startsWith(`${base}/`) ? new URL(url.slice(base.length), 'http://target.invalid').pathname : '';
}

function faultOf(
  session: Session,
  { when, that, schema, declared }: Invariant,
  { exchange, record, evaluate }: Subject,
): string | undefined {
  const { schemas } = session.context;
  try {
    if (when !== undefined && evaluate(when) !== true) return 'not applicable';
    const { response, operation } = exchange;
    if (that !== undefined && evaluate(that) !== true)
      return `${that} does not hold for ${response.status} ${response.text.slice(0, 200)}`;
    const value = record ?? response.body;
    if (schema !== undefined) return schemas.faults('schema', schema, value).join('; ') || undefined;
    if (declared && operation)
      return schemas.responseFaults(operation, response.status, value)?.join('; ') || undefined;
    return undefined;
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)} in ${exchange.response.text.slice(0, 200)}`;
  }
}
