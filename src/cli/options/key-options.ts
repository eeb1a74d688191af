import { formatUsd, type NanoUsd } from '../../contract/money.ts';
import type { RateLimit } from '../../gateway/ports/store.ts';

import { findAmountFault, MAX_PAYMENT } from './amount.ts';

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

/** What is wrong with a quota, which is an amount or `none`: a phrase that follows "must"; undefined when nothing is. */
export function findQuotaFault(text: string): string | undefined {
  const fault = text === 'none' ? undefined : findAmountFault(text, MAX_PAYMENT);
  return fault && `${fault}, or none`;
}

/** Formats a quota the way it is parsed. */
export function formatQuota(quota: NanoUsd | undefined): string {
  return quota === undefined ? 'none' : formatUsd(quota);
}

/** Parses `A, B` as a list of names; undefined when it has none. */
export function parseNames(text: string): readonly string[] | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names.length > 0 ? names : undefined;
}

/** What a ratio must be. */
export const A_RATIO = 'be a decimal above 0 and below 1000000, with at most six decimal places, such as 0.8';

/** Whether a text is a price ratio of a group. */
export function isRatio(text: string): boolean {
  return /^(0|[1-9]\d{0,5})(\.\d{1,6})?$/.test(text) && Number(text) > 0;
}

/** What the name of an account or a group must have. */
export const A_NAME = 'have 1 to 100 letters, digits and . _ : @ -, and start with a letter or digit';

/** Whether a text can name an account or a group: safe in a table, a metrics label and a shell. */
export function isName(text: string): boolean {
  return /^[A-Za-z0-9][\w.:@-]{0,99}$/.test(text);
}
