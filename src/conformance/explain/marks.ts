import { randomUUID } from 'node:crypto';
import type { ShellText } from './shell-text.ts';

/** Nobody who writes a text knows the marks. */
const [START, END] = [`\uE000${randomUUID()}`, '\uE001'];
const MARKED = new RegExp(`${START}([^${END}]*)${END}`, 'g');

/** Marks shell code within a value of a template, which is a string until the command is made. */
export function toShell(code: string): string {
  return `${START}${code}${END}`;
}

/** Whether a text has marked code. */
export function isMarked(text: string): boolean {
  return text.includes(START);
}

/** The text with its marked code. */
export function readMarks(text: string): ShellText {
  return text.split(MARKED).map((part, index) => (index % 2 === 1 ? { code: part } : part)); // text and code by turns
}

/** The text for people, without the marks. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARKED, '$1');
}
