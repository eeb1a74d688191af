import { isSchema, type Keywords, numbersOf, type Schema, schemasOf } from '../schemas/schema-parts.ts';
import { impossible, type Made, type MakeOptions, type Maker, type Mode, notFound } from './maker.ts';

/** Number of entries in a list without limits. */
const USUAL_COUNT = 3;

/** Makes an array for the keywords of all schemas. */
export function makeArray(parts: readonly Keywords[], { place, mode, maker }: MakeOptions): Made {
  const least = Math.max(0, ...numbersOf(parts, 'minItems'));
  const most = Math.min(...numbersOf(parts, 'maxItems'));
  const wanted = placeWanted(parts, { most, mode });
  const needed = Math.max(least, ...wanted.map(({ end }) => end));
  if (needed > most) return impossible(`more entries are needed than maxItems allows`, place);
  maker.checkCount(needed);
  const count = Math.max(needed, Math.min(most, countFor(parts, { needed, mode, maker })));
  const isUnique = parts.some(({ uniqueItems }) => uniqueItems === true);
  const values: unknown[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const goals = goalsFor(parts, { index, wanted });
    const at = { ...place, pointer: `${place.pointer}/${index}`, depth: place.depth + 1 };
    let made = maker.make(goals, at);
    if (isUnique && made.kind === 'made' && seen.has(JSON.stringify(made.value)))
      made = maker.make([...goals, { not: { enum: [...values] } }], at);
    if (made.kind === 'none') {
      if (index >= needed) break;
      const mostWanted = parts.some(({ unevaluatedItems }) => unevaluatedItems !== undefined) ? 0 : 1;
      const isPlain = wanted.length <= mostWanted && prefixLength(parts) === 0;
      return isUnique && index > 0
        ? {
            ...made,
            isCertain: made.isCertain && isPlain,
            reason: `not enough different values: ${made.reason}`,
          }
        : { ...made, isCertain: made.isCertain && (isPlain || wanted.length === 0) };
    }
    values.push(made.value);
    seen.add(JSON.stringify(made.value));
  }
  if (values.length < needed) return notFound(`fewer than ${needed} entries were found`, place);
  return { kind: 'made', value: values };
}

/** Entries that have to fit a `contains`: those from `start` up to, but not including, `end`, and at most `most` in all. */
interface Wanted {
  readonly schema: Schema;
  readonly start: number;
  readonly end: number;
  readonly isBounded: boolean;
}

/**
 * The positions of the entries that `contains` requires: after the first ones, which have schemas of their own, or
 * among them.
 */
function placeWanted(
  parts: readonly Keywords[],
  { most, mode }: { readonly most: number; readonly mode: Mode },
): readonly Wanted[] {
  const prefix = prefixLength(parts);
  const wanted: Wanted[] = [];
  for (const part of parts) {
    const { contains: schema, minContains: least = 1, maxContains } = part;
    if (!isSchema(schema) || typeof least !== 'number') continue;
    const last = wanted.at(-1)?.end ?? (mode === 'least' ? 0 : prefix);
    const start = Math.max(0, Math.min(last, most - least));
    wanted.push({ schema, start, end: start + least, isBounded: typeof maxContains === 'number' });
  }
  return wanted;
}

function prefixLength(parts: readonly Keywords[]): number {
  return Math.max(0, ...parts.map((part) => schemasOf([part], 'prefixItems').length));
}

function countFor(
  parts: readonly Keywords[],
  { needed, mode, maker }: { readonly needed: number; readonly mode: Mode; readonly maker: Maker },
): number {
  if (mode === 'least') return needed;
  const prefix = prefixLength(parts);
  if (prefix > 0 && !parts.some(({ items }) => items !== undefined && items !== false))
    return Math.max(needed, prefix);
  const usual = Math.max(needed, prefix, 1);
  return usual >= USUAL_COUNT ? usual : usual + maker.choice.index(USUAL_COUNT - usual + 1);
}

/** The schemas of one entry. */
function goalsFor(
  parts: readonly Keywords[],
  { index, wanted }: { readonly index: number; readonly wanted: readonly Wanted[] },
): readonly Schema[] {
  const own = parts.flatMap((part) => {
    const schema = schemasOf([part], 'prefixItems')[index] ?? part.items;
    return isSchema(schema) ? [schema] : [];
  });
  const here = wanted.filter(({ start, end }) => index >= start && index < end);
  const others = wanted.filter((one) => one.isBounded && !here.includes(one));
  const rest = own.length === 0 && here.length === 0 ? schemasOf(parts, 'unevaluatedItems') : [];
  return [
    ...own,
    ...rest,
    ...here.map(({ schema }) => schema),
    ...others.map(({ schema }) => ({ not: schema })),
  ];
}
