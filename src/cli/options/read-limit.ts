import { policies } from '../../../generated/policies.ts';
import type { Flags } from '../../node/config/config.ts';
import { readChoice, readInteger } from './refusal.ts';

const { listed_rows, max_listed_rows: MAX_LISTED } = policies.service;

/** The requested number of rows, or the default. */
export function readLimit({ limit }: Flags): number {
  return typeof limit === 'string' ? readInteger('limit', limit, { min: 1, max: MAX_LISTED }) : listed_rows;
}

/** The state to filter a list by; undefined for all. */
export function readState<State extends string>(
  { state }: Flags,
  states: readonly State[],
): State | undefined {
  return typeof state === 'string' ? readChoice('state', state, states) : undefined;
}
