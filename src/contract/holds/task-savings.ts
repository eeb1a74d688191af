import { readsOnly } from '../cel.ts';
import type { NanoUsd } from '../money.ts';
import { planOutput } from '../output.ts';
import { indexSizes } from '../size-index.ts';
import { type ValidRequest, validateRequest } from '../validate.ts';
import type { Saving } from './hold-item.ts';
import { possibleHolds } from './possible-holds.ts';

/** The available balance, and what a hold depends on besides the body. */
export interface Funds {
  readonly available: NanoUsd;
  readonly references: number;
  readonly groupRatio: string;
}

/** The single changes of a task's request that the balance would cover: fewer images or seconds, a lower tier. */
export function taskSavings(valid: ValidRequest, funds: Funds): readonly Saving[] {
  return [...countFields(valid), ...tierFields(valid)].flatMap(({ field, values }) => {
    const value = values.find((candidate) => isEnough(valid, { field, value: candidate }, funds));
    return value === undefined ? [] : [{ field, value }];
  });
}

/** A field that determines the price, and its other values: the largest first. */
interface Variable {
  readonly field: string;
  readonly values: readonly (string | number)[];
}

/** The integers that determine the number of images or seconds. */
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
