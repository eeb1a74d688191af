import { createEvaluator } from '../language/expressions.ts';
import { fillTemplate } from '../language/template.ts';
import { isObject, type Json, type JsonObject } from '../suite/json.ts';
import { toShell } from './marks.ts';
import { createNamer, createNotes, type Notes } from './name-values.ts';
import { quoteShell, toVariable } from './shell-text.ts';

/** Fills templates for repeating a case by hand: values that only a run knows become shell variables. */
export type FillByHand = (value: Json | undefined) => Json | undefined;

/** Fills the templates of a case and collects the variables that they need. */
export interface Filler {
  readonly fill: FillByHand;
  /** Shell lines that define or describe the variables used since the last call, each variable once. */
  readonly takeLines: () => readonly string[];
  /** The value of an expression, which code of the shell may be part of; undefined when only a run knows it. */
  readonly make: (expression: string) => unknown;
  /** A variable for a name that the case keeps, and that later templates read. */
  readonly keep: (name: string) => string;
}

/** Texts that are put together. */
const TEXTS = /^(?:[\w' ,.:+-]|words\(\d+\)|unique\('\w+'\))*$/;

/** What is assumed of the target: its time is real. Everything else about it becomes a variable. */
const BY_HAND = { clock: false, tolerance: 3 };

/** Shell code for expressions about the reader's own address and key. */
const IN_SHELL: Readonly<Record<string, string>> = {
  'target.key': '$KEY',
  'target.host': '$HOST',
  'target.base_url': '$BASE',
  'target.secret': '$WEBHOOK_SECRET',
  "base64(target.key + ':')": String.raw`$(printf %s "$KEY:" | base64 | tr -d '\n')`,
  "base64('user:' + target.key)": String.raw`$(printf %s "user:$KEY" | base64 | tr -d '\n')`,
  'target.key.substring(0, target.key.size() - 1)': `\${KEY%?}`,
};

/** `values` are those of the row. Media and long texts become shell code, too. */
export function createFiller(values: Readonly<Record<string, unknown>>): Filler {
  let uniques = 0;
  const { evaluate } = createEvaluator({
    now: () => Date.now() / 1000,
    unique: (prefix) => toShell(`${prefix}-$$-${++uniques}`),
  });
  const bound = { target: BY_HAND, ...values };
  const kept = new Set<string>();
  const notes = createNotes();
  const { tell } = notes;
  const nameOf = createNamer(notes, kept);
  /** Kept values as text for the shell, in expressions that put texts together and do nothing else. */
  const keptTexts = (expression: string): Readonly<Record<string, string>> =>
    TEXTS.test(expression) && expression.includes("'")
      ? Object.fromEntries([...kept].map((name) => [name, toShell(`$${toVariable(name)}`)]))
      : {};
  const make = (expression: string): unknown => {
    const known = IN_SHELL[expression];
    if (known !== undefined) return toShell(known);
    try {
      const short = shortenWords(expression);
      return evaluate(short.expression, { ...bound, ...keptTexts(expression), ...short.words });
    } catch {
      return undefined;
    }
  };
  const evaluateOrName = (expression: string): unknown => make(expression) ?? toShell(nameOf(expression));
  return {
    fill(value) {
      const filled = fillTemplate(value, evaluateOrName);
      return filled === undefined ? undefined : withMedia(filled, tell);
    },
    make,
    keep(name) {
      kept.add(name);
      return toVariable(name);
    },
    takeLines: notes.take,
  };
}

/** Leaves generating long runs of words to the shell. */
function shortenWords(expression: string) {
  const words: Record<string, string> = {};
  const shorter = expression.replaceAll(/\bwords\((\d+)\)/g, (_, count: string) => {
    words[`words_${count}`] = toShell(longText({ words: Number(count) }));
    return `words_${count}`;
  });
  return { expression: shorter, words };
}

type Tell = Notes['tell'];

function withMedia(value: Json, tell: Tell): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withMedia(item, tell));
  if (!isObject(value)) return value;
  const { $image, $url, $pdf, $text } = value;
  if (typeof $image === 'string') return mediaVariable(`IMAGE_${toVariable($image)}`, $image, tell);
  if (isObject($pdf)) {
    const { pages = 1, size = 'letter', as } = $pdf;
    const name = `${pages}-pages-${size}.pdf${as === 'url' ? '?as=url' : ''}`;
    return mediaVariable(`PDF_${toVariable(name)}`, name, tell);
  }
  if (typeof $url === 'string') {
    tell(
      '# MEDIA: the base URL of a server of yours that serves these files with the status, type or redirect of their query',
    );
    return `${toShell('$MEDIA')}${$url}`;
  }
  if (isObject($text)) return toShell(longText($text));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, member && withMedia(member, tell)]),
  );
}

/** Larger files do not fit into a command line. */
const MAX_BYTES = 60_000;

/** An image or a PDF: a data URI that this program prints, or the address of a server of the reader. */
function mediaVariable(variable: string, name: string, tell: Tell): string {
  const { pathname, searchParams } = new URL(name, 'http://media.invalid/');
  const isServed = searchParams.get('as') === 'url' || Number(searchParams.get('bytes') ?? 0) > MAX_BYTES;
  searchParams.delete('as');
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  const make = `npx gatewright explain --media ${quoteShell([`${pathname.slice(1)}${query}`])}`;
  const line = isServed
    ? `# ${variable}: the URL of a server of yours that serves what this makes: ${make} | cut -d, -f2 | base64 -d`
    : `${variable}=$(${make})`;
  tell(line);
  return toShell(`$${variable}`);
}

function longText({ characters, words, of }: JsonObject): string {
  return words === undefined
    ? `$(printf '${of ?? 'a'}%.0s' $(seq ${characters}))`
    : `$(printf '${of ?? 'boat'} %.0s' $(seq ${words}))`;
}
