import { createHmac } from 'node:crypto';
import { Environment } from '@marcbachmann/cel-js';
import { isObject, toList, toObject } from '../suite/json.ts';
import { isSuccess, isTerminal } from '../wire/task-record.ts';
import { fromCel, toCel } from './cel-values.ts';
import { accepts, isSchema } from './json-schemas.ts';
import { amountsIn, toNanoUsd } from './nano-usd.ts';
import { reveals } from './secret-forms.ts';
import { makeWords } from './words.ts';

/** Values by the names that expressions and templates use. */
type Bindings = Readonly<Record<string, unknown>>;

/** What expressions depend on besides values: the time of the target, and names that no other case uses. */
export interface EvaluationContext {
  /** Unix seconds of the target's clock. */
  readonly now: () => number;
  readonly unique: (prefix: string) => string;
}

export interface Evaluator {
  /** The value as JSON. Throws `NotEvaluable` when the expression cannot be evaluated. */
  readonly evaluate: (expression: string, bindings: Bindings) => unknown;
  /** For several expressions over the same values: each value is converted only once. */
  readonly over: (bindings: Bindings) => Scope;
}

/** Evaluates expressions over some values. */
export interface Scope {
  (expression: string): unknown;
  /** The same scope with further values, which replace those of the same name. Both scopes share what is converted. */
  readonly with: (bindings: Bindings) => Scope;
}

/** An expression cannot be evaluated for the values that it reads. */
export class NotEvaluable extends Error {
  override readonly name = 'NotEvaluable';
}

/** An evaluator with the functions of the case language. Parsed expressions are shared between all evaluators. */
export function createEvaluator(context: EvaluationContext): Evaluator {
  const open = (values: Values): Scope =>
    Object.assign(
      (expression: string) => {
        current = context;
        return run(expression, values);
      },
      { with: (bindings: Bindings) => open(convertWhenRead(bindings, values)) },
    );
  const over = (bindings: Bindings) => open(convertWhenRead(bindings));
  return { over, evaluate: (expression, bindings) => over(bindings)(expression) };
}

/** The context of the expression being evaluated; evaluation is synchronous. */
let current: EvaluationContext = { now: () => Date.now() / 1000, unique: (prefix) => prefix };

const environment = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false })
  // JSON has one kind of number: a time that happens to be whole is an `int`, the next one a `double`.
  .registerOperator('int - double', (left: bigint, right: number) => Number(left) - right)
  .registerOperator('double - int', (left: number, right: bigint) => left - Number(right))
  .registerFunction('nano(dyn): int', (amount: unknown) => toNanoUsd(amount))
  .registerFunction('amounts(dyn): list', (value: unknown) => amountsIn(fromCel(value)))
  .registerFunction('called(dyn): map', (usage: unknown) => toCel(calledTools(fromCel(usage))))
  .registerFunction('terminal(dyn): bool', (status: unknown) => isTerminal(status))
  .registerFunction('succeeded(dyn): bool', (status: unknown) => isSuccess(status))
  .registerFunction('pixels(string): map', (size: string) => toPixels(size))
  .registerFunction('urls(dyn): list', (record: unknown) => resultAddresses(fromCel(record)))
  .registerFunction('indices(list): list', (list: readonly unknown[]) =>
    list.map((_, index) => BigInt(index)),
  )
  .registerFunction('distinct(list): list', (list: readonly unknown[]) => distinct(list))
  .registerFunction(
    'near(dyn, dyn, dyn): bool',
    (one: unknown, other: unknown, tolerance: unknown) =>
      Math.abs(Number(one) - Number(other)) <= Number(tolerance),
  )
  .registerFunction('charged(dyn, dyn): bool', (nano: unknown, perMillion: unknown) =>
    isCharge(Number(nano), Number(perMillion)),
  )
  .registerFunction('unique(string): string', (prefix: string) => current.unique(prefix))
  .registerFunction('now(): int', () => BigInt(Math.floor(current.now())))
  .registerFunction('json(string): dyn', (text: string) => toCel(JSON.parse(text)))
  .registerFunction('is_schema(dyn): bool', (schema: unknown) => isSchema(schema))
  .registerFunction('accepts(dyn, dyn): bool', (schema: unknown, value: unknown) => accepts(schema, value))
  .registerFunction('words(int): string', (count: bigint) => makeWords(Number(count)))
  .registerFunction('base64(string): string', (text: string) => Buffer.from(text).toString('base64'))
  .registerFunction('reveals(string, string): bool', (text: string, secret: string) => reveals(text, secret))
  .registerFunction('hmac(string, string): string', (secret: string, text: string) => sign(secret, text));

const programs = new Map<string, ReturnType<Environment['parse']>>();

/** Converted values by name. */
type Values = ReadonlyMap<string, unknown>;

function run(expression: string, values: Values): unknown {
  try {
    const program = programs.get(expression) ?? environment.parse(expression);
    programs.set(expression, program);
    return fromCel(program(values));
  } catch (error) {
    throw new NotEvaluable(firstLine(error));
  }
}

/** Converts a value when an expression first reads it, because converting a long body takes time. */
function convertWhenRead(bindings: Bindings, outer?: Values): Values {
  const converted = new Map<string, unknown>();
  return Object.assign(new Map<string, unknown>(), {
    get(name: string): unknown {
      if (outer && !Object.hasOwn(bindings, name)) return outer.get(name);
      if (!converted.has(name)) converted.set(name, toCel(bindings[name]));
      return converted.get(name);
    },
  });
}

/** Removes duplicates in linear time. */
function distinct(list: readonly unknown[]): unknown[] {
  return [...new Map(list.map((value) => [JSON.stringify(value, inOrder), value])).values()];
}

/** Sorts members by name, because their order makes no difference. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
    : value;
}

/** Every address in the result of a task record: images and videos, one item or several, with `url` as a string or a list. */
function resultAddresses(record: unknown): readonly string[] {
  const { images, videos } = toObject(toObject(record).result);
  return [...toList(images), ...toList(videos)].flatMap((item) => {
    const url = isObject(item) ? item.url : item;
    return [url].flat().filter((address) => typeof address === 'string');
  });
}

/** What `x_tools` of a usage has, without tools that were called 0 times: the specification does not say that those are absent. */
function calledTools(usage: unknown): unknown {
  const tools = toObject(usage).x_tools ?? {};
  if (!isObject(tools)) return { x_tools: tools };
  return Object.fromEntries(Object.entries(tools).filter(([, calls]) => toObject(calls).count !== 0));
}

/** Whether `nano` is the charge for tokens times their rates per million, rounded to a millionth of a dollar or finer. */
function isCharge(nano: number, perMillion: number): boolean {
  return Math.abs(nano - Math.round(perMillion / 1e6)) < 1000;
}

function toPixels(size: string): unknown {
  const match = /^(\d+)x(\d+)$/.exec(size);
  if (!match) throw new Error(`pixels: ${JSON.stringify(size)} is not <width>x<height>`);
  return { width: BigInt(match[1] ?? 0), height: BigInt(match[2] ?? 0) };
}

/** HMAC-SHA256 in base64. After the prefix `whsec_`, the secret is itself base64. */
function sign(secret: string, text: string): string {
  const key = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret);
  return createHmac('sha256', key).update(text).digest('base64');
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

/** Evaluates expressions outside a case: in real time, without unique names. */
export const plainEvaluator = createEvaluator(current);
