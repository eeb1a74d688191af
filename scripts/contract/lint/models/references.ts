import path from 'node:path';
import { closestName } from '../../../../src/contract/names/closest-name.ts';
import type { JsonObject } from '../../contract.ts';
import { omit } from '../../json.ts';
import { isSchemaPart } from '../policies/provenance.ts';
import { type Finding, type LintRule, listObjects, toStep } from '../problem.ts';

const COMMON = '../common/';

/** Every `$ref` points to a schema part in `schemas/common/`, and every `x-family` to a family file there. */
export const referencesExist: LintRule = ({ models, parts, operations }) => {
  const nameOf = ({ file }: { readonly file: string }) => COMMON + path.basename(file);
  const schemas = parts.filter(isSchemaPart).map(nameOf);
  const families = parts.filter((part) => !isSchemaPart(part)).map(nameOf);
  const files = [...models.map(({ file, written }) => ({ file, source: written })), ...parts, ...operations];
  return files.flatMap(({ file, source }) => [
    ...listObjects(source, PAYLOADS).flatMap(({ pointer, object }) => {
      if (typeof object.$ref !== 'string') return [];
      const reference = { file, pointer: `${pointer}/$ref`, reference: object.$ref };
      return [...fault(reference, schemas), ...besideReference({ file, pointer, object })];
    }),
    ...(typeof source['x-family'] === 'string'
      ? fault({ file, pointer: '/x-family', reference: source['x-family'] }, families)
      : []),
  ]);
};

const PAYLOADS = new Set(['x-examples', 'examples', 'default', 'enum', 'const']);

interface Reference {
  readonly file: string;
  readonly pointer: string;
  readonly reference: string;
}

function fault({ file, pointer, reference }: Reference, known: readonly string[]): readonly Finding[] {
  if (known.includes(reference)) return [];
  const stems = known.map((name) => path.basename(name, '.json'));
  const stem = closestName(path.basename(reference, '.json'), stems);
  const closest = stem === undefined ? undefined : `${COMMON}${stem}.json`;
  const hint =
    closest === undefined
      ? `a reference is written like "${known[0] ?? `${COMMON}Name.json`}"`
      : `did you mean "${closest}"?`;
  const what = pointer === '/x-family' ? 'no family file' : 'no file';
  return [{ file, pointer, message: `"${reference}" leads to ${what} of schemas/common: ${hint}` }];
}

/** Siblings of a `$ref` are not read, apart from its provenance. */
function besideReference({ file, pointer, object }: { file: string; pointer: string; object: JsonObject }) {
  const others = Object.keys(omit(object, ['$ref', 'x-provenance']));
  return others.slice(0, 1).map((name) => ({
    file,
    pointer: `${pointer}/${toStep(name)}`,
    message: `"${name}" has no effect next to "$ref": write the whole schema here, or change the file that is referenced`,
  }));
}
