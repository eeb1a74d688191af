import { readsOnly } from '../cel.ts';
import type { NanoUsd } from '../money.ts';
import { planOutput } from '../output.ts';
import { indexSizes } from '../size-index.ts';
import { type ValidRequest, validateRequest } from '../validate.ts';
import type { Saving } from './hold-item.ts';
import { possibleHolds } from './possible-holds.ts';

/** What there is for a request, and what it depends on besides its body. */
export interface Funds {
  readonly available: NanoUsd;
  readonly references: number;
  readonly groupRatio: string;
}

/** The changes of a task's request each of which alone makes the balance enough: fewer images or seconds, a lower tier. */
export function taskSavings(valid: ValidRequest, funds: Funds): readonly Saving[] {
  return [...countFields(valid), ...tierFields(valid)].flatMap(({ field, values }) => {
    const value = values.find((candidate) => isEnough(valid, { field, value: candidate }, funds));
    return value === undefined ? [] : [{ field, value }];
  });
}

/** A field that decides the price, and what else it could be: the largest first. */
interface Variable {
  readonly field: string;
  readonly values: readonly (string | number)[];
}

/** The integers that the number of images or seconds is made from. */
function countFields({ model, self }: ValidRequest): readonly Variable[] {
  const output = planOutput(model, self);
  const source = model.output?.images?.count ?? model.output?.video?.seconds ?? '';
  const most = output.kind === 'video' ? output.seconds : output.count;
  return Object.entries(model.fields)
    .filter(([field, shape]) => shape === 'integer' && !readsOnly(source, (other) => other !== field))
    .map(([field]) => ({
      field,
      values: Array.from({ length: Math.max(0, most - 1) }, (_, index) => most - 1 - index),
    }));
}

/** The fields that can name a tier. */
function tierFields({ model, request }: ValidRequest): readonly Variable[] {
  const { sizes } = model;
  if (!sizes) return [];
  const tiers = Object.keys(sizes.table).reverse();
  const { size, tier } = sizes.fields;
  const named = request[size];
  const isNamedBySize = typeof named === 'string' && indexSizes(sizes).tiers.has(named.toLowerCase());
  return [{ field: isNamedBySize ? size : tier, values: tiers }];
}

function isEnough({ model, request }: ValidRequest, { field, value }: Saving, funds: Funds): boolean {
  const valid = validateRequest(model, { ...request, [field]: value });
  if (valid.kind !== 'valid' || !valid.size) return false;
  const holds = possibleHolds(model, { ...funds, self: valid.self, size: valid.size });
  return holds.every(({ amount }) => amount <= funds.available);
}
