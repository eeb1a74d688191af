import { createEvaluator } from '../language/expressions.ts';
import { fillTemplate } from '../language/template.ts';
import { isObject, type Json, type JsonObject, toObject } from '../suite/json.ts';
import { toShell } from './marks.ts';
import { toVariable } from './shell-text.ts';

/** Fills templates for somebody who repeats a case by hand: what only the run knows becomes a shell variable. */
export type FillByHand = (value: Json | undefined) => Json | undefined;

/** What is known of the target: its time is real. Everything else about it becomes a variable. */
const BY_HAND = { clock: false, tolerance: 3 };

/** `values` are those of the row; media and long texts become shell code as well. */
export function createFiller(values: Readonly<Record<string, unknown>>): FillByHand {
  const { evaluate } = createEvaluator({
    now: () => Date.now() / 1000,
    unique: (prefix) => toShell(`${prefix}-$$`),
  });
  const bound = { target: BY_HAND, ...values };
  const evaluateOrName = (expression: string): unknown => {
    try {
      return evaluate(expression, bound);
    } catch {
      return toShell(`$${toVariable(expression)}`);
    }
  };
  return (value) => {
    const filled = fillTemplate(value, evaluateOrName);
    return filled === undefined ? undefined : withMedia(filled);
  };
}

function withMedia(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withMedia(item));
  if (!isObject(value)) return value;
  const { $image, $url, $pdf, $text } = value;
  if (typeof $image === 'string') return toShell(`$IMAGE_${toVariable($image)}`);
  if (typeof $url === 'string') return `${toShell('$MEDIA')}${$url}`;
  if ($pdf !== undefined) return toShell(`$PDF_${toVariable(JSON.stringify($pdf))}`);
  if (isObject($text)) return toShell(longText($text));
  return mapMembers(value, withMedia);
}

function longText({ characters, words }: JsonObject): string {
  return words === undefined
    ? `$(printf 'a%.0s' $(seq ${characters}))`
    : `$(printf 'boat %.0s' $(seq ${words}))`;
}

function mapMembers(object: JsonObject, change: (value: Json) => Json): JsonObject {
  const members = Object.entries(toObject(object)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, change(value)] as const],
  );
  return Object.fromEntries(members);
}
