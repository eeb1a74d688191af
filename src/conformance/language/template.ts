import { isObject, type Json } from '../suite/json.ts';

/** Evaluates one expression. */
export type Evaluate = (expression: string) => unknown;

const WHOLE = /^\{\{(.+)\}\}$/s;
const PART = /\{\{(.+?)\}\}/gs;

/**
 * Fills `{{expression}}` in every string of a JSON value. A string that is one expression becomes its value, of any type;
 * within other text the value is inserted. Throws when an expression cannot be evaluated.
 */
export function fillTemplate(value: Json | undefined, evaluate: Evaluate): Json | undefined {
  if (typeof value === 'string') return fillText(value, evaluate);
  if (Array.isArray(value)) return value.map((item) => fillTemplate(item, evaluate) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fillTemplate(member, evaluate)]),
  );
}

function fillText(text: string, evaluate: Evaluate): Json {
  const whole = WHOLE.exec(text);
  if (whole?.[1] && !whole[1].includes('}}')) return evaluate(whole[1].trim()) as Json;
  return text.replaceAll(PART, (_, expression: string) => String(evaluate(expression.trim())));
}
