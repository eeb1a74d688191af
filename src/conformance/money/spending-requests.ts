import type { ExpandedCase } from '../expand/expand.ts';
import { plainEvaluator } from '../language/expressions.ts';
import { fillTemplate } from '../language/template.ts';
import { expectationsOf, requestsOf } from '../selection/requirements-of.ts';
import type { Expectation, RequestTemplate, Step } from '../suite/case.ts';
import { findOperation } from '../suite/find-operation.ts';
import { type Json, type JsonObject, parseJson, toObject } from '../suite/json.ts';

export interface SpendingRequest {
  readonly operation: SpendingOperation;
  /** The body as far as it is known before the case runs, with `$image` and the like unresolved. */
  readonly body: Json;
  readonly times: number;
  /** The request must be refused, so it costs nothing unless the target is faulty. */
  readonly isRefused: boolean;
}

type SpendingOperation = (typeof CHARGED)[number];

type Fill = (value: Json | undefined) => Json | undefined;

const CHARGED = ['createImage', 'createVideo', 'createChatCompletion', 'createResponse'] as const;

const { evaluate } = plainEvaluator;

/** Whether a case costs nothing on a target that refuses what must be refused. */
export function isFree(one: ExpandedCase, contract: JsonObject): boolean {
  return spendingRequests(one, contract).every(({ isRefused }) => isRefused);
}

/** The requests that a case sends to a charged operation with a key that can be charged. */
export function spendingRequests(one: ExpandedCase, contract: JsonObject): readonly SpendingRequest[] {
  const fill: Fill = (value) => fillKnown(value, one.values);
  return one.steps.flatMap((step) => {
    const isRefused = expectationsOf(step).some((expectation) => isRefusal(expectation, fill));
    return sentBy(step, fill).flatMap(({ request, times }): readonly SpendingRequest[] => {
      const { operation: named, method = 'POST', path = '' } = request;
      const { key, ...called } = toObject(
        fill({ operation: named, method, path, key: request.key ?? 'rich' }),
      );
      const operation = operationOf(called, contract);
      if (!operation || (key === 'none' && !bringsKey(request)) || key === 'poor') return [];
      const body = request.text === undefined ? request.body : parseJson(String(fill(request.text)));
      return [{ operation, body: fill(body) ?? null, times, isRefused }];
    });
  });
}

/** Whether a request without an authorization header carries a key elsewhere, where a gateway must ignore or refuse it. */
function bringsKey({ headers, query, path, text, body }: RequestTemplate): boolean {
  return JSON.stringify([headers, query, path, text, body]).includes('target.key');
}

/** Assumed for a parallel step whose count is known only at run time. */
const MAX_AT_ONCE = 50;

interface Sent {
  readonly request: RequestTemplate;
  readonly times: number;
}

function sentBy(step: Step, fill: Fill): readonly Sent[] {
  if ('raw' in step) return rawRequest(step.raw.send);
  const times = 'parallel' in step ? Number(fill(step.parallel.times)) || MAX_AT_ONCE : 1;
  return requestsOf(step).map((request) => ({ request, times }));
}

function rawRequest(text: string): readonly Sent[] {
  const [, method, path] = /^([A-Z]+) (\S+) HTTP/.exec(text) ?? [];
  if (!method || !path) return [];
  return [{ request: { method, path, text: text.split('\r\n\r\n').slice(1).join('') }, times: 1 }];
}

/** The charged operation that a request calls, by operation id or by path. */
function operationOf(
  { operation, method, path }: JsonObject,
  contract: JsonObject,
): SpendingOperation | undefined {
  if (method !== 'POST') return undefined;
  const [plain] = String(path).split('?');
  return CHARGED.find(
    (one) => one === operation || (!operation && findOperation(one, contract).path === plain),
  );
}

/** Whether a check holds only for a request that is refused, and therefore not charged. */
function isRefusal({ status, that = '' }: Expectation, fill: Fill): boolean {
  const wanted = [fill(status as Json | undefined) ?? []].flat();
  return (
    (wanted.length > 0 && wanted.every((one) => /^[45](\d\d|xx)$/.test(String(one)))) ||
    /^status (==|>=) [45]\d\d$/.test(that)
  );
}

/** Fills in the values of the row and the model; expressions that need a response stay as they are. */
export function fillKnown(value: Json | undefined, values: ExpandedCase['values']): Json | undefined {
  return fillTemplate(value, (expression) => {
    try {
      return evaluate(expression, values);
    } catch {
      return `{{${expression}}}`;
    }
  });
}
