import path from 'node:path';
import type { Json } from '../contract.ts';
import { isObject } from '../json.ts';
import { findClosest } from './closest.ts';
import { type Finding, type LintRule, toStep } from './problem.ts';

const COMMON = '../common/';

/** Every `$ref` points to a schema part in `schemas/common/`, and every `x-family` to a family file there. */
export const referencesExist: LintRule = ({ models, parts, operations }) => {
  const names = parts.map(({ file }) => COMMON + path.basename(file));
  const schemas = names.filter(isSchema);
  const families = names.filter((name) => !isSchema(name));
  const files = [
    ...models.map(({ file, written }) => ({ file, source: written })),
    ...parts.map(({ file, source }) => ({ file, source })),
    ...operations,
  ];
  return files.flatMap(({ file, source }) => [
    ...listReferences(source, '').flatMap(({ pointer, reference }) =>
      fault({ file, pointer: `${pointer}/$ref`, reference }, schemas),
    ),
    ...(typeof source['x-family'] === 'string'
      ? fault({ file, pointer: '/x-family', reference: source['x-family'] }, families)
      : []),
  ]);
};

interface Reference {
  readonly file: string;
  readonly pointer: string;
  readonly reference: string;
}

function fault({ file, pointer, reference }: Reference, known: readonly string[]): readonly Finding[] {
  if (known.includes(reference)) return [];
  const closest = findClosest(reference, known);
  const hint =
    closest === undefined
      ? `the files there are ${known.join(', ') || 'none'}`
      : `did you mean "${closest}"?`;
  return [{ file, pointer, message: `"${reference}" leads to no file of schemas/common: ${hint}` }];
}

function isSchema(name: string): boolean {
  return /\/[A-Z][^/]*$/.test(name);
}

const PAYLOADS = new Set(['x-examples', 'examples', 'default', 'enum', 'const']);

function listReferences(
  value: Json | undefined,
  pointer: string,
): readonly { pointer: string; reference: string }[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => listReferences(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  const own = typeof value.$ref === 'string' ? [{ pointer, reference: value.$ref }] : [];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    PAYLOADS.has(name) ? [] : listReferences(member, `${pointer}/${toStep(name)}`),
  );
  return [...own, ...inner];
}
