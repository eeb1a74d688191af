import { randomUUID } from 'node:crypto';
import type { ShellText } from './shell-text.ts';

/** Random, so that no text can contain the marks. */
const [START, END] = [`\uE000${randomUUID()}`, '\uE001'];
const MARKED = new RegExp(`${START}([^${END}]*)${END}`, 'g');

/** Marks shell code within a string, until the command is built. */
export function toShell(code: string): string {
  return `${START}${code}${END}`;
}

export function readMarks(text: string): ShellText {
  return text.split(MARKED).map((part, index) => (index % 2 === 1 ? { code: part } : part)); // text and code alternate
}

/** The text without the marks, for comments. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARKED, '$1');
}
