import type { CatalogueModel } from '../../generated/catalogue.ts';
import type { Media } from '../../generated/vocabulary.ts';
import { quote } from './quote.ts';
import { holds, readsOnly } from './rules/cel.ts';
import type { Self } from './rules/self.ts';
import { type Dimensions, isRatioWithin } from './sizes/ratio.ts';
import { describeRange, isWithin } from './sizes/size.ts';
import type { Violation } from './violations/violation.ts';

/** Addresses in one field of a request, with the limits that apply to them. */
export interface ReferenceField {
  readonly field: string;
  readonly limits: Media;
  readonly addresses: readonly string[];
  /** Positions of entries that the schema refuses, which are not read. */
  readonly refused?: ReadonlySet<number>;
}

export interface ReferenceFacts extends Dimensions {
  readonly format: string;
  readonly hasAlpha: boolean;
}

/**
 * The media fields of a request in the order of the model file. For an invalid request, only the limits whose
 * conditions read valid fields are included.
 */
export function referenceFields(
  model: CatalogueModel,
  self: Self,
  isTrusted?: (field: string) => boolean,
): readonly ReferenceField[] {
  const found: ReferenceField[] = [];
  for (const field of Object.keys(model.media ?? {})) {
    const value = self[field];
    const limits = model.media?.[field];
    if (!Array.isArray(value) || !limits) continue;
    const addresses = value.map((item) => (typeof item === 'string' ? item : ''));
    if (addresses.length > 0)
      found.push({ field, limits: isTrusted ? trustedLimits(limits, isTrusted) : limits, addresses });
  }
  return found;
}

function trustedLimits(limits: Media, isTrusted: (field: string) => boolean): Media {
  if (!limits.cases) return limits;
  return { ...limits, cases: limits.cases.filter(({ when }) => readsOnly(when, isTrusted)) };
}

/** Checks that an address is of an allowed kind: `http`, `https` or `data`. */
export function checkSource(
  { field, limits }: ReferenceField,
  address: string,
  index: number,
): Violation | undefined {
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(address)?.[1]?.toLowerCase();
  if (limits.sources.some((source) => source === scheme)) return undefined;
  const allowed = limits.sources.map((source) =>
    source === 'data' ? 'data:image/<format>;base64,<data>' : `${source}://`,
  );
  return atReference(field, index, {
    rule: 'source',
    message: `must be one of ${allowed.join(', ')}; got ${quote(address)}`,
  });
}

/** Checks format, sides, ratio, pixels and alpha of a probed reference (sections 4.3, 4.4.1 to 4.4.3). */
export function checkReference(
  { field, limits }: ReferenceField,
  facts: ReferenceFacts,
  { index, self }: { readonly index: number; readonly self: Self },
): readonly Violation[] {
  const cases = (limits.cases ?? []).filter(({ when }) => holds(when, self));
  const special = cases
    .filter((limit) => brokenLimits(limit, facts).length > 0 || (limit.alpha && !facts.hasAlpha))
    .map(({ id, message }) => ({ rule: id, message: `${message}; this image is ${describe(facts)}` }));
  return [...brokenLimits(limits, facts), ...special].map((broken) => atReference(field, index, broken));
}

/** A violation at one entry of a media field; its message begins with the entry's name. */
export function atReference(
  field: string,
  index: number,
  { rule, message }: Pick<Violation, 'rule' | 'message'>,
): Violation {
  return { path: `/${field}/${index}`, rule, message: `${field}[${index}]: ${message}` };
}

type Limits = Pick<Media, 'min_side' | 'ratio' | 'pixels'> & { readonly formats?: readonly string[] };

function brokenLimits(limits: Limits, facts: ReferenceFacts): readonly Pick<Violation, 'rule' | 'message'>[] {
  const { formats, min_side, ratio, pixels } = limits;
  const total = facts.width * facts.height;
  const given = `this image is ${describe(facts)}`;
  const broken: Pick<Violation, 'rule' | 'message'>[] = [];
  if (formats && !formats.includes(facts.format))
    broken.push({ rule: 'format', message: `the format must be one of ${formats.join(', ')}; ${given}` });
  if (min_side && Math.min(facts.width, facts.height) < min_side)
    broken.push({ rule: 'side', message: `each side must be at least ${min_side} pixels; ${given}` });
  if (ratio && !isRatioWithin(facts, ratio.min, ratio.max))
    broken.push({
      rule: 'ratio',
      message: `the aspect ratio must be between ${ratio.min} and ${ratio.max}; ${given}`,
    });
  if (pixels && !isWithin(total, pixels))
    broken.push({
      rule: 'pixels',
      message: `width times height must be ${describeRange(pixels)} pixels; ${given} (${total} in total)`,
    });
  return broken;
}

function describe({ format, width, height, hasAlpha }: ReferenceFacts): string {
  const article = /^[aeiou]/.test(format) ? 'an' : 'a';
  return `${article} ${format.toUpperCase()} ${hasAlpha ? 'with alpha ' : ''}of ${width}x${height} pixels`;
}
