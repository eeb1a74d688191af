import type { CatalogueModel } from '../../../generated/catalogue.ts';
import type { Sizes } from '../../../generated/vocabulary.ts';
import { quote } from '../quote.ts';
import { holds } from '../rules/cel.ts';
import type { RequestBody, Self } from '../rules/self.ts';
import type { Violation } from '../violations/violation.ts';
import {
  type Dimensions,
  isRatioWithin,
  LARGEST_RATIO_TERM,
  nearestRatio,
  parseDimensions,
} from './ratio.ts';
import { cellOf, findTier, hasRatio, ratiosOf, rowOf, type SizeCell, type SizeForm } from './size-table.ts';

/** The requested size: exact pixels, or a tier whose ratio the model decides. */
export type SizePlan =
  | ({ readonly kind: 'fixed'; readonly tier: string | undefined } & Dimensions)
  | {
      readonly kind: 'auto';
      readonly tier: string;
      readonly reference: string;
      /** The model may choose a lower tier: `tier` is what is held (section 8, layer decomposition). */
      readonly isCeiling?: true;
    };

/** A resolved size, or the violations of the given one. */
export type SizeResolution =
  | { readonly kind: 'resolved'; readonly plan: SizePlan }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

type SizeCase = NonNullable<Sizes['cases']>[number];

type Broken = Pick<Violation, 'rule' | 'message'>;

/** A size as written in a request. */
type Spelled =
  | { readonly form: 'auto' }
  | { readonly form: 'tier'; readonly tier: string }
  | { readonly form: 'ratio'; readonly ratio: string }
  | ({ readonly form: 'pixels' } & Dimensions);

/**
 * Resolves the size fields of a request that is valid against its schema: ratio, `16x9`, tier keyword, `auto` and exact
 * pixels, alone or together with a tier (sections 4.3, 4.4.1 to 4.4.3). Undefined for a model without sizes.
 */
export function resolveSize(
  { sizes }: Pick<CatalogueModel, 'sizes'>,
  request: RequestBody,
  self: Self,
): SizeResolution | undefined {
  if (!sizes) return undefined;
  const text = String(self[sizes.fields.size] ?? '');
  const spelled = readSpelling(sizes, text);
  const special = sizes.cases?.find(({ when }) => holds(when, self));
  const refused = refusal(sizes, { text, spelled, special });
  if (refused || !spelled) return invalid(sizes, refused ?? unsupported(sizes, text));
  if (spelled.form === 'pixels') return exactPixels(sizes, spelled);
  const ceiling =
    spelled.form === 'auto' && request[sizes.fields.tier] === undefined ? special?.auto_tier : undefined;
  const tier = spelled.form === 'tier' ? spelled.tier : (ceiling ?? chosenTier(sizes, self));
  if (spelled.form !== 'ratio') {
    const plan = { kind: 'auto', tier, reference: sizes.auto?.reference ?? '' } as const;
    return resolved(ceiling === undefined ? plan : { ...plan, isCeiling: true });
  }
  const cell = cellOf(sizes, tier, spelled.ratio);
  return cell ? resolved(cell) : invalid(sizes, unsupported(sizes, text));
}

/** The pixels of a plan once the first reference is known: `auto` uses the nearest ratio of its tier. */
export function settleSize(
  model: CatalogueModel,
  plan: SizePlan,
  reference: Dimensions | undefined,
): Dimensions & { readonly tier: string | undefined } {
  if (plan.kind === 'fixed') return { width: plan.width, height: plan.height, tier: plan.tier };
  const cell = model.sizes && settledCell(model.sizes, plan.tier, reference);
  if (!cell) throw new RangeError(`${model.identity.id} has no size in ${plan.tier}`);
  return { width: cell.width, height: cell.height, tier: plan.tier };
}

function settledCell(sizes: Sizes, tier: string, reference: Dimensions | undefined): SizeCell | undefined {
  const ratios = Object.keys(rowOf(sizes, tier));
  const ratio = (reference && nearestRatio(reference, ratios)) ?? sizes.auto?.ratio ?? ratios[0];
  return ratio === undefined ? undefined : cellOf(sizes, tier, ratio);
}

/** Every size that a plan may resolve to. */
export function sizesOf(
  model: CatalogueModel,
  plan: SizePlan,
): readonly (Dimensions & { readonly tier: string | undefined })[] {
  if (plan.kind === 'fixed') return [plan];
  const { tier } = plan;
  const row = model.sizes ? rowOf(model.sizes, tier) : {};
  return Object.values(row).map((size) => ({ tier, ...parseDimensions(size) }));
}

/** The tiers of a model, smallest first as its size table lists them. */
export function tiersOf(model: CatalogueModel): readonly string[] {
  return Object.keys(model.sizes?.table ?? {});
}

function readSpelling(sizes: Sizes, text: string): Spelled | undefined {
  if (text === 'auto') return { form: 'auto' };
  const ratio = readRatio(sizes, text);
  if (ratio) return ratio;
  const tier = findTier(sizes, text);
  return tier === undefined ? readPixels(sizes, text) : { form: 'tier', tier };
}

function readRatio(sizes: Sizes, text: string): Spelled | undefined {
  for (const separator of sizes.ratio_separators ?? [':']) {
    if (!text.includes(separator)) continue;
    const ratio = separator === ':' ? text : text.replace(separator, ':');
    if (hasRatio(sizes, ratio)) return { form: 'ratio', ratio };
  }
  return undefined;
}

function readPixels(sizes: Sizes, text: string): Spelled | undefined {
  const match = /^([1-9]\d{0,6})(\D)([1-9]\d{0,6})$/.exec(text);
  const separators: readonly string[] = sizes.pixels?.separators ?? [];
  if (!match || !separators.includes(match[2] ?? '')) return undefined;
  const [width, height] = [Number(match[1]), Number(match[3])];
  return Math.max(width, height) > LARGEST_RATIO_TERM ? { form: 'pixels', width, height } : undefined;
}

/** Refuses a size in a form that no case accepts, where it is not known which case applies; undefined for any other size. */
export function refuseInEveryCase(sizes: Sizes, self: Self): SizeResolution | undefined {
  const text = String(self[sizes.fields.size] ?? '');
  const spelled = readSpelling(sizes, text);
  const forms = [sizes, ...(sizes.cases ?? [])].flatMap((one): readonly SizeForm[] => one.forms);
  return spelled && forms.includes(spelled.form) ? undefined : invalid(sizes, unsupported(sizes, text));
}

interface Asked {
  readonly text: string;
  readonly spelled: Spelled | undefined;
  readonly special: SizeCase | undefined;
}

function refusal(sizes: Sizes, { text, spelled, special }: Asked): Broken | undefined {
  const forms: readonly SizeForm[] = special?.forms ?? sizes.forms;
  if (spelled && forms.includes(spelled.form)) return undefined;
  return special ? { rule: 'size_form', message: special.message } : unsupported(sizes, text);
}

function chosenTier(sizes: Sizes, self: Self): string {
  const name = String(self[sizes.fields.tier]);
  return findTier(sizes, name) ?? name;
}

function exactPixels(sizes: Sizes, { width, height }: Dimensions): SizeResolution {
  const { side, area, ratio } = sizes.pixels ?? {};
  const given = `${width}x${height}`;
  const broken: Broken[] = [];
  if (side && !(isWithin(width, side) && isWithin(height, side)))
    broken.push({
      rule: 'size_side',
      message: `each side must be ${describeRange(side)} pixels; got ${given}`,
    });
  if (ratio && !isRatioWithin({ width, height }, ratio.min, ratio.max))
    broken.push({
      rule: 'size_ratio',
      message: `the ratio of ${given} must be between ${ratio.min} and ${ratio.max}`,
    });
  if (area && !isWithin(width * height, area))
    broken.push({
      rule: 'size_area',
      message: `${given} has ${width * height} pixels; it must have ${describeRange(area)}`,
    });
  return broken.length > 0
    ? invalid(sizes, ...broken)
    : resolved({ kind: 'fixed', tier: undefined, width, height });
}

/** Whether a number is in a range, both ends included; a missing end is open. */
export function isWithin(value: number, range: { readonly min?: number; readonly max?: number }): boolean {
  return value >= (range.min ?? 0) && value <= (range.max ?? Number.POSITIVE_INFINITY);
}

/** A range in words: `between 512 and 2048`, `at least 128`, `at most 36000000`. */
export function describeRange({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min !== undefined && max !== undefined) return `between ${min} and ${max}`;
  return min !== undefined ? `at least ${min}` : `at most ${max}`;
}

function unsupported(sizes: Sizes, text: string): Broken {
  const ratios = ratiosOf(sizes);
  const allowed = sizes.forms.flatMap((form) => {
    if (form === 'tier') return Object.keys(sizes.table);
    if (form === 'ratio') return ratios;
    return form === 'auto' ? ['auto'] : ['exact pixels such as 1024x1024'];
  });
  const use = [allowed.slice(0, -1).join(', '), allowed.at(-1)].filter(Boolean).join(' or ');
  return { rule: 'size_unsupported', message: `${quote(text)} is not supported; use ${use}` };
}

function resolved(plan: SizePlan): SizeResolution {
  return { kind: 'resolved', plan };
}

function invalid(sizes: Sizes, ...broken: readonly Broken[]): SizeResolution {
  const field = sizes.fields.size;
  const violations = broken.map(({ rule, message }) => ({
    path: `/${field}`,
    rule,
    message: `${field}: ${message}`,
  }));
  return { kind: 'invalid', violations };
}
