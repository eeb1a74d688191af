import path from 'node:path';
import type { Json, JsonObject } from '../../contract.ts';
import { isObject, omit } from '../../json.ts';
import { findClosest } from '../closest.ts';
import { type Finding, type LintRule, toStep } from '../problem.ts';

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
    ...listReferences(source, '').flatMap(({ pointer, reference, value }) => [
      ...fault({ file, pointer: `${pointer}/$ref`, reference }, schemas),
      ...besideReference({ file, pointer, value }),
    ]),
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
  const stems = known.map((name) => path.basename(name, '.json'));
  const stem = findClosest(path.basename(reference, '.json'), stems);
  const closest = stem === undefined ? undefined : `${COMMON}${stem}.json`;
  const hint =
    closest === undefined
      ? `a reference is written like "${known[0] ?? `${COMMON}Name.json`}"`
      : `did you mean "${closest}"?`;
  const what = pointer === '/x-family' ? 'no family file' : 'no file';
  return [{ file, pointer, message: `"${reference}" leads to ${what} of schemas/common: ${hint}` }];
}

/** Siblings of a `$ref` are not read, apart from its provenance. */
function besideReference({ file, pointer, value }: { file: string; pointer: string; value: JsonObject }) {
  const others = Object.keys(omit(value, ['$ref', 'x-provenance']));
  return others.slice(0, 1).map((name) => ({
    file,
    pointer: `${pointer}/${toStep(name)}`,
    message: `"${name}" has no effect beside "$ref": write the whole schema here, or change the file that is referenced`,
  }));
}

function isSchema(name: string): boolean {
  return /\/[A-Z][^/]*$/.test(name);
}

const PAYLOADS = new Set(['x-examples', 'examples', 'default', 'enum', 'const']);

function listReferences(
  value: Json | undefined,
  pointer: string,
): readonly { pointer: string; reference: string; value: JsonObject }[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => listReferences(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  const own = typeof value.$ref === 'string' ? [{ pointer, reference: value.$ref, value }] : [];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    PAYLOADS.has(name) ? [] : listReferences(member, `${pointer}/${toStep(name)}`),
  );
  return [...own, ...inner];
}
