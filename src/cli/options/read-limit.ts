import { policies } from '../../../generated/policies.ts';
import type { Flags } from '../../node/config/config.ts';
import { settingFault } from '../../node/config/setting-fault.ts';

const { listed_rows, max_listed_rows: MAX_LISTED } = policies.service;

/** The requested number of rows, or the default; a string is an error message. */
export function readLimit({ limit: flag }: Flags): number | string {
  const wanted = typeof flag === 'string' ? flag : String(listed_rows);
  const limit = /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  if (limit >= 1 && limit <= MAX_LISTED) return limit;
  return settingFault('limit', wanted, `be a whole number from 1 to ${MAX_LISTED}`);
}

/** The state to filter a list by, undefined for all; a string is an error message. */
export function readState<State extends string>(
  { state: flag }: Flags,
  states: readonly State[],
): { readonly state: State | undefined } | string {
  if (typeof flag !== 'string') return { state: undefined };
  const state = states.find((known) => known === flag);
  return state === undefined ? settingFault('state', flag, `be one of ${states.join(', ')}`) : { state };
}
