import type { RateLimit } from '../../gateway/ports/store.ts';

/** Parses `100/60` as 100 requests in 60 seconds, `none` as no limit; undefined when it is neither. */
export function parseLimit(text: string): RateLimit | 'none' | undefined {
  if (text === 'none') return 'none';
  const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,6})$/.exec(text) ?? [];
  return requests && seconds ? { requests: Number(requests), seconds: Number(seconds) } : undefined;
}

/** Formats a limit the way it is parsed. */
export function formatLimit(limit: RateLimit | undefined): string {
  return limit ? `${limit.requests}/${limit.seconds}` : 'none';
}

/** Whether a text is a price ratio of a group: a decimal above zero. */
export function isRatio(text: string): boolean {
  return /^\d{1,4}(\.\d{1,6})?$/.test(text) && Number(text) > 0;
}

/** Whether a text can name an account or a group: safe in a table, a metrics label and a shell. */
export function isName(text: string): boolean {
  return /^[A-Za-z0-9][\w.:@-]{0,99}$/.test(text);
}
