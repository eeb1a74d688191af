import type { ExpandedCase } from '../expand/expand.ts';
import { plainEvaluator } from '../language/expressions.ts';
import { fillTemplate } from '../language/template.ts';
import { expectationsOf, requestsOf } from '../selection/requirements-of.ts';
import type { Expectation, RequestTemplate, Step } from '../suite/case.ts';
import { findOperation } from '../suite/find-operation.ts';
import { type Json, type JsonObject, parseJson, toObject } from '../suite/json.ts';

/** A request of a case that can be charged. */
export interface SpendingRequest {
  readonly operation: SpendingOperation;
  /** The body as far as it is known before the case runs; `$image` and the like are still in it. */
  readonly body: Json;
  readonly times: number;
  /** It must be refused, and so costs nothing, unless the target has a fault there. */
  readonly isRefused: boolean;
}

/** Operations that are charged. */
export type SpendingOperation = (typeof CHARGED)[number];

type Fill = (value: Json | undefined) => Json | undefined;

const CHARGED = ['createImage', 'createVideo', 'createChatCompletion', 'createResponse'] as const;

const { evaluate } = plainEvaluator;

/** Whether a case creates no charge at a target that refuses what must be refused. */
export function isFree(one: ExpandedCase, contract: JsonObject): boolean {
  return spendingRequests(one, contract).every(({ isRefused }) => isRefused);
}

/** The requests of a case to a charged operation, with a key that can be charged. */
export function spendingRequests(one: ExpandedCase, contract: JsonObject): readonly SpendingRequest[] {
  const fill: Fill = (value) => fillKnown(value, one.values);
  return one.steps.flatMap((step) => {
    const isRefused = expectationsOf(step).some((expectation) => isRefusal(expectation, fill));
    return sentBy(step, fill).flatMap(({ request, times }): readonly SpendingRequest[] => {
      const { key, ...called } = toObject(fill(withoutBody(request)));
      const operation = operationOf(called, contract);
      if (!operation || (key === 'none' && !bringsKey(request)) || key === 'poor') return [];
      const body = request.text === undefined ? request.body : parseJson(String(fill(request.text)));
      return [{ operation, body: fill(body) ?? null, times, isRefused }];
    });
  });
}

/** Whether a request without a key has one all the same, where a gateway must not look for it or in a form that it must refuse. */
function bringsKey({ headers, query, path, text, body }: RequestTemplate): boolean {
  return JSON.stringify([headers, query, path, text, body]).includes('target.key');
}

/** Requests of a parallel step whose number is not known before. */
const MOST_AT_ONCE = 50;

interface Sent {
  readonly request: RequestTemplate;
  readonly times: number;
}

function sentBy(step: Step, fill: Fill): readonly Sent[] {
  if ('raw' in step) return rawRequest(step.raw.send);
  const times = 'parallel' in step ? Number(fill(step.parallel.times)) || MOST_AT_ONCE : 1;
  return requestsOf(step).map((request) => ({ request, times }));
}

function rawRequest(text: string): readonly Sent[] {
  const [, method, path] = /^([A-Z]+) (\S+) HTTP/.exec(text) ?? [];
  if (!method || !path) return [];
  return [{ request: { method, path, text: text.split('\r\n\r\n').slice(1).join('') }, times: 1 }];
}

function withoutBody({ operation, method = 'POST', path = '', key = 'rich' }: RequestTemplate): JsonObject {
  return { method, path, key, ...(operation !== undefined && { operation }) };
}

/** The charged operation that a request is for, by its name or its path; rows may give either. */
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

/** Whether a check can only hold for a request that is refused, and so not charged. */
function isRefusal({ status, that = '' }: Expectation, fill: Fill): boolean {
  const wanted = [fill(status as Json | undefined) ?? []].flat();
  return (
    (wanted.length > 0 && wanted.every((one) => /^[45](\d\d|xx)$/.test(String(one)))) ||
    /^status (==|>=) [45]\d\d$/.test(that)
  );
}

/** Fills what the rows and the models of a case give; what comes from answers stays a template. */
export function fillKnown(value: Json | undefined, values: ExpandedCase['values']): Json | undefined {
  return fillTemplate(value, (expression) => {
    try {
      return evaluate(expression, values);
    } catch {
      return `{{${expression}}}`;
    }
  });
}
