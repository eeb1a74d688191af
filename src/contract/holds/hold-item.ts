import type { components } from '../../../generated/openapi-types.ts';
import * as policies from '../../../generated/policy-sections.ts';
import { divideHalfUp, formatUsd, type NanoUsd, toUsdNumber } from '../money.ts';
import { plural } from '../plural.ts';
import { type ProblemResponse, problem } from '../problem.ts';

/** A part of what a request holds: a quantity and its rate. */
export interface HoldItem {
  /** The unit, in the singular, as prices name it. */
  readonly unit:
    | 'image'
    | 'second'
    | 'reference'
    | 'input_token'
    | 'cached_input_token'
    | 'cache_creation_token'
    | 'output_token'
    | 'tool_call';
  readonly quantity: number;
  /** Pixels of an image or a clip, as `<width>x<height>`. */
  readonly size?: string;
  /** Name of a tool. */
  readonly tool?: string;
  /** Price of `per` units, without the group ratio. */
  readonly rate: NanoUsd;
  readonly per: number;
}

export interface Change {
  /** Name of the field, or its path from the body: `/sequential_image_generation_options/max_images` without the first slash. */
  readonly field: string;
  /** The value to set; for a list, how many of its entries to keep. */
  readonly value: string | number;
  readonly isList?: boolean;
}

/** A change of a request that the balance would cover, alone or together with another one. */
export interface Saving extends Change {
  readonly and?: Change;
}

/** What a request may spend. */
export interface Means {
  readonly available: NanoUsd;
  /** Whether this is what remains of the quota of the key, because the account has more. */
  readonly isQuota?: boolean;
}

/** What a request holds and what is available. */
export interface Shortage extends Means {
  readonly needed: NanoUsd;
  readonly groupRatio: string;
  readonly items: readonly HoldItem[];
  readonly savings: readonly Saving[];
  /** Advice for when no change of a single field is known to help: what to reduce, as an imperative. */
  readonly hint?: string | undefined;
}

/** The 402 that states the amount to hold, what it consists of and how to reduce it, in words and as data. */
export function insufficientBalance(shortage: Shortage): ProblemResponse<'insufficient_balance'> {
  const { available, isQuota = false, needed, groupRatio, items, savings, hint } = shortage;
  const ratio = groupRatio === '1' ? '' : `, times the group ratio ${groupRatio}`;
  const ways = savings.map(({ and, ...first }) => [first, ...(and ? [and] : [])].map(word).join(' and '));
  const { means, more } = wordsOf(isQuota);
  const values = {
    means: `The ${means}`,
    available: formatUsd(available),
    needed: formatUsd(needed),
    items: `${items.map(describe).join(' and ')}${ratio}`,
    advice:
      ways.length > 0
        ? `The ${means} would cover ${ways.join(', or ')}.`
        : `${hint ? `${more}, or ${hint}` : more}.`,
  };
  return problem('insufficient_balance', { values, hold: toDetail(shortage) });
}

/** What money is spent from, and how to get more of it. */
export function wordsOf(isQuota: boolean): { readonly means: string; readonly more: string } {
  return isQuota
    ? { means: "key's remaining quota", more: 'Use a key with a higher quota' }
    : { means: 'balance', more: 'Add credit' };
}

function word({ field, value, isList }: Change): string {
  if (isList && value === 0) return `no ${field}`;
  if (isList) return value === 1 ? `only the first of ${field}` : `the first ${value} ${field}`;
  return `${field.replaceAll('/', '.')}: ${JSON.stringify(value)}`;
}

function describe({ unit, quantity, size, tool, rate, per }: HoldItem): string {
  const items = plural(quantity, unit.replaceAll('_', ' '));
  const of = [size, tool].map((detail) => (detail === undefined ? '' : ` of ${detail}`)).join('');
  const most = unit === 'output_token' ? 'up to ' : '';
  return `${most}${items}${of} at ${formatUsd(rate)} ${policies.money.currency} ${per === 1 ? 'each' : `per ${per}`}`;
}

function toDetail({
  available,
  needed,
  groupRatio,
  items,
  savings,
}: Shortage): components['schemas']['ErrorHold'] {
  return {
    currency: policies.money.currency,
    available: toUsdNumber(available),
    amount: toUsdNumber(needed),
    group_ratio: Number(groupRatio),
    items: items.map(({ rate, per, quantity, ...what }) => ({
      ...what,
      quantity,
      rate: toUsdNumber(rate),
      per,
      amount: toUsdNumber(divideHalfUp(rate * BigInt(quantity), BigInt(per))),
    })),
    enough_with: savings.map(({ and, ...first }) => ({
      ...toSaving(first),
      ...(and ? { and: toSaving(and) } : {}),
    })),
  };
}

function toSaving({ field, value }: Change) {
  return { param: `/${field}`, value };
}
