import type { Redactor } from '../report/redact.ts';

/** A value as JSON for people: without secrets, and shortened after they were taken out. */
export type Tell = (value: unknown) => string;

const LONGEST = 200;

/** Tells values in the results of checks. */
export function createTell({ text }: Pick<Redactor, 'text'>): Tell {
  return (value) => {
    const json = JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? Number(member) : member));
    return shorten(text(json ?? 'absent'));
  };
}

/** The text, or its beginning. */
export function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
