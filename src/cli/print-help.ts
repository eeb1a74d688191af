import { wrap } from '../conformance/terminal/paint.ts';
import { print } from './command-line.ts';

const NARROWEST = 60;
const WIDEST = 120;

/** A line up to the column where its description begins, if it has one: `  --port N  `. */
const HEAD = /^ *\S.*? {2,}(?=\S)/;

/** Prints the help of a command, fitted to the terminal; returns the exit code of success. */
export function printHelp(text: string): 0 {
  return print(fitHelp(text, process.stdout.columns));
}

/**
 * Fits the help of a command to a terminal of so many columns: paragraphs and descriptions are wrapped anew, descriptions
 * below their beginning. Commands to copy stay on one line. Without a terminal the text is left alone.
 */
export function fitHelp(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const width = Math.max(NARROWEST, Math.min(columns, WIDEST));
  const fitted = joinContinuations(text.split('\n')).map((line) => {
    if (line.length <= width || isCommand(line)) return line;
    const head = headOf(line);
    return head + wrap(line.slice(head.length), { width, indent: ' '.repeat(head.length) });
  });
  return fitted.join('\n');
}

/** Lines with their continuations: those that begin where the text of the line before begins, unless that ends a sentence. */
function joinContinuations(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    if (before && isContinuation(line, before)) joined[joined.length - 1] = `${before} ${line.trimStart()}`;
    else joined.push(line);
  }
  return joined;
}

function isContinuation(line: string, before: string): boolean {
  if (line === '' || /[.:]$/.test(before) || isCommand(line) || isCommand(before) || HEAD.test(line))
    return false;
  return indentOf(line) === headOf(before).length;
}

function isCommand(line: string): boolean {
  return /^ *(npm|(npx )?gatewright) /.test(line);
}

function headOf(line: string): string {
  return HEAD.exec(line)?.[0] ?? ' '.repeat(indentOf(line));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
