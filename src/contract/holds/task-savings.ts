import type { FieldShape } from '../../../generated/catalogue.ts';
import { planOutput } from '../output.ts';
import { unitPrices } from '../price.ts';
import { readsOnly } from '../rules/cel.ts';
import { nearestRatio } from '../sizes/ratio.ts';
import { findTier } from '../sizes/size-table.ts';
import { type ValidRequest, validateRequest } from '../validate.ts';
import type { Change, Means, Saving } from './hold-item.ts';
import { possibleHolds } from './possible-holds.ts';

/** What may be spent, and what a hold depends on besides the body. */
export interface Funds extends Means {
  readonly references: number;
  readonly groupRatio: string;
}

/**
 * The changes of a task's request that the balance would cover: fewer images, seconds or paid references, a lower
 * tier or fewer pixels. Pairs of changes if no single one is enough.
 */
export function taskSavings(valid: ValidRequest, funds: Funds): readonly Saving[] {
  const variables = [...countFields(valid), ...sizeFields(valid), ...listFields(valid)];
  const single = variables.flatMap((changes) => changes.find((one) => isEnough(valid, [one], funds)) ?? []);
  if (single.length > 0) return single;
  return variables.flatMap((changes, index) =>
    variables.slice(index + 1).flatMap((others) => findPair(changes, others, { valid, funds }) ?? []),
  );
}

function findPair(
  changes: Variable,
  others: Variable,
  { valid, funds }: { readonly valid: ValidRequest; readonly funds: Funds },
): Saving | undefined {
  for (const first of changes) {
    const and = others.find((other) => isEnough(valid, [first, other], funds));
    if (and) return { ...first, and };
  }
  return undefined;
}

/** The changes of one field that determines the price: the largest values first. */
type Variable = readonly Change[];

/** The integers that determine the number of images or seconds, including those in an option that was sent. */
function countFields({ model, request, self }: ValidRequest): readonly Variable[] {
  const output = planOutput(model, self);
  const source = model.output?.images?.count ?? model.output?.video?.seconds ?? '';
  const most = output.kind === 'video' ? output.seconds : output.count;
  return Object.entries(model.fields)
    .filter(([field]) => !readsOnly(source, (other) => other !== field))
    .flatMap(([field, shape]) => integersIn(shape, field, request[field]))
    .map((field) => downFrom(most).map((value) => ({ field, value })));
}

/** The paths of a field that is an integer, or of the integers in it that were sent. */
function integersIn(shape: FieldShape, path: string, sent: unknown): readonly string[] {
  if (shape === 'integer') return [path];
  if (typeof shape !== 'object' || !('fields' in shape) || typeof sent !== 'object' || sent === null)
    return [];
  return Object.entries(shape.fields)
    .filter(([name, inner]) => inner === 'integer' && Object.hasOwn(sent, name))
    .map(([name]) => `${path}/${name}`);
}

/**
 * The field that determines the tier: the size if it names a tier, or pixels. Pixels keep their ratio where such a
 * size exists.
 */
function sizeFields({ model, request, size: plan }: ValidRequest): readonly Variable[] {
  const { sizes } = model;
  if (!sizes) return [];
  const tiers = Object.keys(sizes.table).reverse();
  const { size, tier } = sizes.fields;
  const named = request[size];
  const isNamedBySize = typeof named === 'string' && findTier(sizes, named) !== undefined;
  const isExact = plan?.kind === 'fixed' && plan.tier === undefined;
  if (!isExact) return [tiers.map((value) => ({ field: isNamedBySize ? size : tier, value }))];
  const near = tiers.map((name) => {
    const row = sizes.table[name] ?? {};
    return row[nearestRatio(plan, Object.keys(row)) ?? ''] ?? '';
  });
  return [[...tiers, ...near].map((value) => ({ field: size, value }))];
}

/** References, where they cost something. */
function listFields({ model, request }: ValidRequest): readonly Variable[] {
  const { reference_surcharge: surcharge } = unitPrices(model);
  const list: unknown = surcharge && request[surcharge.field];
  if (!surcharge || !Array.isArray(list)) return [];
  return [downFrom(list.length).map((value) => ({ field: surcharge.field, value, isList: true }))];
}

/** The value of a field after a change: the entries of a list that are kept, or an option with one member changed. */
function replace(sent: unknown, member: string | undefined, value: Change['value']): unknown {
  if (Array.isArray(sent)) return sent.slice(0, Number(value));
  return member === undefined ? value : { ...Object(sent), [member]: value };
}

function downFrom(most: number): readonly number[] {
  return Array.from({ length: Math.max(0, most - 1) }, (_, index) => most - 1 - index);
}

function isEnough({ model, request }: ValidRequest, changes: readonly Change[], funds: Funds): boolean {
  const changed = { ...request };
  let { references } = funds;
  for (const { field, value } of changes) {
    const [name = field, member] = field.split('/');
    const sent = changed[name];
    if (Array.isArray(sent)) references -= sent.length - Number(value);
    changed[name] = replace(sent, member, value);
  }
  const valid = validateRequest(model, changed);
  if (valid.kind !== 'valid' || !valid.size) return false;
  const holds = possibleHolds(model, { ...funds, references, self: valid.self, size: valid.size });
  return holds.every(({ amount }) => amount <= funds.available);
}
