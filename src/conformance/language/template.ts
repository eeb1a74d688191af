import { type Json, mapStrings } from '../suite/json.ts';

export type Evaluate = (expression: string) => unknown;

/** The value of an expression; undefined when it cannot be evaluated. */
export function tryEvaluate(evaluate: Evaluate, expression: string): unknown {
  try {
    return evaluate(expression);
  } catch {
    return undefined;
  }
}

const WHOLE = /^\{\{(.+)\}\}$/s;
const PART = /\{\{(.+?)\}\}/gs;

/**
 * Fills in `{{expression}}` in every string of a JSON value. A string that is one expression becomes its value, of any type;
 * in other text, the value is inserted. Throws when an expression cannot be evaluated.
 */
export function fillTemplate(value: Json | undefined, evaluate: Evaluate): Json | undefined {
  return mapStrings(value, (text) => {
    const whole = WHOLE.exec(text);
    if (whole?.[1] && !whole[1].includes('}}')) return evaluate(whole[1].trim()) as Json;
    return text.replaceAll(PART, (_, expression: string) => String(evaluate(expression.trim())));
  });
}
