import type { Redactor } from '../report/redact.ts';

/** Formats a value as JSON for messages: secrets are redacted first, then the text is shortened. */
export type FormatValue = (value: unknown) => string;

const MAX_LENGTH = 200;

export function createValueFormatter({ text }: Pick<Redactor, 'text'>): FormatValue {
  return (value) => {
    const json = JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? Number(member) : member));
    return shorten(text(json ?? 'absent'));
  };
}

/** Truncates a text that is too long. */
export function shorten(text: string, most = MAX_LENGTH): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}
