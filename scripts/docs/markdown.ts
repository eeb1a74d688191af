import type { Json, JsonObject } from '../contract/contract.ts';

/** A text from the contract as Markdown: its code stays code, everything else is text. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : plain(part)))
    .join('');
}

/** Text without any markup. */
export function plain(text: string): string {
  return text.replaceAll(/[&<>{}[\]*_\\|]/g, (sign) => `&#${sign.codePointAt(0)};`);
}

/** Text in an element or an attribute of HTML, where Vue would read braces. */
export function inHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('{{', '&#123;&#123;');
}

/** What is said in place of a form where scripts do not run. */
export function withoutScripts(what: string): string {
  return `<div class="without-scripts"><noscript>${what} needs JavaScript, which is turned off in this browser.</noscript></div>`;
}

/** A value as code in a line. */
export function code(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const fence = text.includes('`') ? '``' : '`';
  const space = text.includes('`') || text === '' ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** A value in a sentence: a number as text, anything else as code. */
export function value(given: Json): string {
  return typeof given === 'number' ? number(given) : code(given);
}

/** Values as code, separated by commas. */
export function codes(values: readonly Json[]): string {
  return values.map(code).join(', ');
}

/** A table; cells are Markdown. Without rows it is empty. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map(toCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** In a table a bar would end the cell, also in code. */
function toCell(text: string): string {
  return text.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll('\n', ' ');
}

/** A block of code; a title makes it a tab of a group. */
export function block(language: string, text: string, title?: string): string {
  const fence = text.includes('```') ? '````' : '```';
  return `${fence}${language}${title === undefined ? '' : ` [${title}]`}\n${text.trimEnd()}\n${fence}`;
}

/** Blocks as tabs. */
export function tabs(blocks: readonly string[]): string {
  return `::: code-group\n\n${blocks.join('\n\n')}\n\n:::`;
}

/** A value as indented JSON; short lists and objects stay on a line. */
export function toJson(value: unknown): string {
  return shorten(JSON.stringify(value, null, 2));
}

const SHORT = 72;

/** Joins the innermost lists and objects that fit on a line. */
function shorten(text: string): string {
  return text.replaceAll(/([[{])\n\s+([^[\]{}]*?)\n\s+([\]}])/g, (all, open, inner: string, close) => {
    const line = inner.replaceAll(/\n\s+/g, ' ');
    const pad = open === '{' ? ' ' : '';
    return line.length > SHORT ? all : `${open}${pad}${line}${pad}${close}`;
  });
}

/** `1,048,576`. */
export function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 to 4 pixels`, `at least 1 pixel`; undefined when there is no limit. */
export function range({ min, max }: JsonObject, unit = ''): string | undefined {
  if (typeof min === 'number' && typeof max === 'number') return `${number(min)} to ${number(max)}${unit}`;
  if (typeof min === 'number') return `at least ${number(min)}${unit}`;
  return typeof max === 'number' ? `at most ${number(max)}${unit}` : undefined;
}

/** Units of time, with their seconds and the smallest number that is said in them: 72 hours, but 4 days. */
const UNITS = [
  ['day', 86_400, 4],
  ['hour', 3600, 1],
  ['minute', 60, 1],
  ['second', 1, 0],
] as const;

/** `45 seconds`, `5 minutes`, `72 hours`, `30 days`: in the largest unit that needs no fraction. */
export function duration(seconds: number): string {
  const fits = ([, size, least]: (typeof UNITS)[number]) => seconds >= size * least && seconds % size === 0;
  const [unit, size] = UNITS.find(fits) ?? ['second', 1];
  const count = seconds / size;
  return `${number(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** Parts of a page that exist, as paragraphs. */
export function paragraphs(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}
