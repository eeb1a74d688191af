import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { SpecificationUnit } from './split-specification.ts';

/** The committed index of the specification's units, below the project root. It holds digests, never sentences. */
export const SENTENCES_FILE = 'conformance/sentences.yaml';

/** One unit in the index. */
export interface IndexedSentence {
  readonly section: string;
  readonly ordinal: number;
  readonly digest: string;
  /** Why the unit states nothing about behaviour; such a unit needs no requirement. */
  readonly informative?: string;
}

/** What differs between the index and a specification. Units are the same when their section and digest are. */
export interface IndexDifference {
  readonly added: readonly SpecificationUnit[];
  readonly gone: readonly IndexedSentence[];
  readonly changed: readonly Pair<IndexedSentence, SpecificationUnit>[];
  readonly moved: readonly Pair<IndexedSentence, SpecificationUnit>[];
}

interface Pair<Before, After> {
  readonly before: Before;
  readonly after: After;
}

/** How requirements refer to a unit: `4.4.3/12`. */
export function referenceOf({ section, ordinal }: Pick<IndexedSentence, 'section' | 'ordinal'>): string {
  return `${section}/${ordinal}`;
}

/** Reads the index below `root`. */
export async function readSentences(root: string): Promise<readonly IndexedSentence[]> {
  // The check of the suite verifies the form of each entry.
  return (parse(await readFile(join(root, SENTENCES_FILE), 'utf8')) ?? []) as readonly IndexedSentence[];
}

/** The index of a specification. Reasons of units that are still there, known by their digest, are kept. */
export function indexSentences(
  units: readonly SpecificationUnit[],
  before: readonly IndexedSentence[],
): readonly IndexedSentence[] {
  const reasons = new Map(
    before.flatMap(({ section, digest, informative }) =>
      informative === undefined ? [] : [[`${section} ${digest}`, informative] as const],
    ),
  );
  return units.map(({ section, ordinal, digest }) => {
    const informative = reasons.get(`${section} ${digest}`);
    return { section, ordinal, digest, ...(informative === undefined ? {} : { informative }) };
  });
}

/** Compares: a new digest at the place of one that is gone is a change, a known digest at another place a move. */
export function compareSentences(
  before: readonly IndexedSentence[],
  after: readonly SpecificationUnit[],
): IndexDifference {
  const added = withoutKnown(after, before);
  const gone = withoutKnown(before, after);
  const changed = gone.flatMap((old) => {
    const unit = added.find((candidate) => referenceOf(candidate) === referenceOf(old));
    return unit ? [{ before: old, after: unit }] : [];
  });
  const changedReferences = new Set(changed.map(({ after: unit }) => referenceOf(unit)));
  const isUnchanged = (unit: Pick<IndexedSentence, 'section' | 'ordinal'>): boolean =>
    !changedReferences.has(referenceOf(unit));
  const moved = pairByDigest(before, after).filter(
    ({ before: old, after: unit }) => old.ordinal !== unit.ordinal,
  );
  return { added: added.filter(isUnchanged), gone: gone.filter(isUnchanged), changed, moved };
}

type Placed = Pick<IndexedSentence, 'section' | 'ordinal' | 'digest'>;

function withoutKnown<T extends Placed>(units: readonly T[], others: readonly Placed[]): readonly T[] {
  const known = new Set(pairByDigest(units, others).map(({ before }) => referenceOf(before)));
  return units.filter((unit) => !known.has(referenceOf(unit)));
}

/** The nth unit with a digest in a section is paired with the nth of the other side. */
function pairByDigest<A extends Placed, B extends Placed>(
  before: readonly A[],
  after: readonly B[],
): readonly Pair<A, B>[] {
  const candidates = Map.groupBy(after, ({ section, digest }) => `${section} ${digest}`);
  const taken = new Map<string, number>();
  return before.flatMap((old) => {
    const key = `${old.section} ${old.digest}`;
    const index = taken.get(key) ?? 0;
    taken.set(key, index + 1);
    const unit = candidates.get(key)?.[index];
    return unit ? [{ before: old, after: unit }] : [];
  });
}

const BANNER = `# Index of the specification's sentences, list items and table rows: section, number within the section, first 12 hexadecimal
# digits of the SHA-256. Built by npm run check:conformance -- --specification FILE --write. Only "informative" is written by
# hand: the reason why a sentence states nothing about behaviour. Every other one is named by a requirement.
`;

/** The file text of an index: one line per unit, one comment line per section. */
export function sentencesToYaml(sentences: readonly IndexedSentence[]): string {
  const sections = Map.groupBy(sentences, ({ section }) => section);
  const blocks = [...sections].map(([section, list]) => `\n# ${section}\n${list.map(toLine).join('')}`);
  return `${BANNER}${blocks.join('')}`;
}

function toLine({ section, ordinal, digest, informative }: IndexedSentence): string {
  const reason = informative === undefined ? '' : `, informative: ${JSON.stringify(informative)}`;
  return `- { section: "${section}", ordinal: ${ordinal}, digest: "${digest}"${reason} }\n`;
}
