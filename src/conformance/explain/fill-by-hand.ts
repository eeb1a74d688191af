import { createEvaluator } from '../language/expressions.ts';
import { fillTemplate } from '../language/template.ts';
import { isObject, type Json, type JsonObject, toObject } from '../suite/json.ts';
import { toShell } from './marks.ts';
import { toVariable } from './shell-text.ts';

/** Fills templates for somebody who repeats a case by hand: what only the run knows becomes a shell variable. */
export type FillByHand = (value: Json | undefined) => Json | undefined;

/** How a case is filled, and the variables that it needs. */
export interface Filler {
  readonly fill: FillByHand;
  /** The variables that stand for more than a name, with the expressions that they hold; those that were asked for before are left out. */
  readonly takeNames: () => readonly (readonly [string, string])[];
}

/** What is known of the target: its time is real. Everything else about it becomes a variable. */
const BY_HAND = { clock: false, tolerance: 3 };

/** What a shell makes of the address and the key that whoever follows the explanation has. */
const IN_SHELL: Readonly<Record<string, string>> = {
  'target.key': '$KEY',
  'target.host': '$HOST',
  'target.base_url': '$BASE',
  'target.secret': '$WEBHOOK_SECRET',
  "base64(target.key + ':')": String.raw`$(printf %s "$KEY:" | base64 | tr -d '\n')`,
  "base64('user:' + target.key)": String.raw`$(printf %s "user:$KEY" | base64 | tr -d '\n')`,
  'target.key.substring(0, target.key.size() - 1)': `\${KEY%?}`,
};

/** `values` are those of the row; media and long texts become shell code as well. */
export function createFiller(values: Readonly<Record<string, unknown>>): Filler {
  let uniques = 0;
  const { evaluate } = createEvaluator({
    now: () => Date.now() / 1000,
    unique: (prefix) => toShell(`${prefix}-$$-${++uniques}`),
  });
  const bound = { target: BY_HAND, ...values };
  let names: (readonly [string, string])[] = [];
  const told = new Set<string>();
  const evaluateOrName = (expression: string): unknown => {
    const known = IN_SHELL[expression];
    if (known !== undefined) return toShell(known);
    try {
      const short = shortenWords(expression);
      return evaluate(short.expression, { ...bound, ...short.words });
    } catch {
      const { variable, code, meaning } = nameOf(expression);
      if (meaning !== undefined && !told.has(variable)) names.push([variable, meaning]);
      told.add(variable);
      return toShell(code);
    }
  };
  return {
    fill(value) {
      const filled = fillTemplate(value, evaluateOrName);
      return filled === undefined ? undefined : withMedia(filled);
    },
    takeNames() {
      const taken = names;
      names = [];
      return taken;
    },
  };
}

/** The variable of an expression, the code that reads it, and what it has to hold unless its name says so. */
function nameOf(expression: string): {
  readonly variable: string;
  readonly code: string;
  readonly meaning?: string;
} {
  const [, read = '', sum = ''] = /^(target\.[\w.]+)( [+-] \d+)$/.exec(expression) ?? [];
  if (read !== '') {
    const variable = toVariable(read);
    return { variable, code: `$((${variable}${sum}))`, meaning: read };
  }
  const variable = toVariable(expression);
  const isName = /^\w+$/.test(expression);
  return { variable, code: `$${variable}`, ...(!isName && { meaning: expression }) };
}

/** Thousands of words are made by the shell. */
function shortenWords(expression: string): {
  readonly expression: string;
  readonly words: Readonly<Record<string, string>>;
} {
  const words: Record<string, string> = {};
  const shorter = expression.replaceAll(/\bwords\((\d+)\)/g, (_, count: string) => {
    words[`words_${count}`] = toShell(longText({ words: Number(count) }));
    return `words_${count}`;
  });
  return { expression: shorter, words };
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

function longText({ characters, words, of }: JsonObject): string {
  return words === undefined
    ? `$(printf '${of ?? 'a'}%.0s' $(seq ${characters}))`
    : `$(printf '${of ?? 'boat'} %.0s' $(seq ${words}))`;
}

function mapMembers(object: JsonObject, change: (value: Json) => Json): JsonObject {
  const members = Object.entries(toObject(object)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, change(value)] as const],
  );
  return Object.fromEntries(members);
}
