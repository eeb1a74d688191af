import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTexts } from '../contract/files/data-file.ts';
import {
  compareSentences,
  type IndexDifference,
  indexSentences,
  readSentences,
  referenceOf,
  SENTENCES_FILE,
  sentencesToYaml,
} from './sentence-index.ts';
import { splitSpecification } from './split-specification.ts';
import { FOLDERS } from './suite-files.ts';

/** Compares the index at `root` with a specification. */
export async function checkSpecification(root: string, specification: string): Promise<IndexDifference> {
  const units = splitSpecification(await readFile(specification, 'utf8'));
  return compareSentences(await readSentences(root), units);
}

/** Rebuilds the index from a specification; requirements follow the sentences that moved. */
export async function writeIndex(root: string, specification: string): Promise<void> {
  const units = splitSpecification(await readFile(specification, 'utf8'));
  const before = await readSentences(root);
  const { moved } = compareSentences(before, units);
  const places = new Map(moved.map((pair) => [referenceOf(pair.before), referenceOf(pair.after)]));
  const requirements = await readTexts(root, { folder: FOLDERS.requirements, ending: '.yaml' });
  await Promise.all(
    requirements.map(({ file, text }) => writeFile(join(root, file), followMoves(text, places))),
  );
  await writeFile(join(root, SENTENCES_FILE), sentencesToYaml(indexSentences(units, before)));
}

function followMoves(text: string, places: ReadonlyMap<string, string>): string {
  return text.replaceAll(/^( {2}sentences: .*(?:\n {4}.*)*)$/gm, (member) =>
    member.replaceAll(
      /"([\d.]+\/\d+)"/g,
      (_quoted, reference: string) => `"${places.get(reference) ?? reference}"`,
    ),
  );
}

/** A difference in lines: where, what, and how the sentence begins. */
export function toReport({ added, gone, changed, moved }: IndexDifference): readonly string[] {
  return [
    ...changed.map(({ after }) => `${referenceOf(after)} changed: ${excerpt(after.text)}`),
    ...added.map((unit) => `${referenceOf(unit)} added: ${excerpt(unit.text)}`),
    ...gone.map((unit) => `${referenceOf(unit)} is gone`),
    ...moved.map(({ before, after }) => `${referenceOf(before)} is ${referenceOf(after)} now`),
  ];
}

function excerpt(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
