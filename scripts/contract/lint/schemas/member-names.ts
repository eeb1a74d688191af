import type { Json, ModelSource } from '../../contract.ts';
import { stringList, toEntries, toObject } from '../../json.ts';
import { type Finding, type LintRule, toStep } from '../problem.ts';

/**
 * No name is one that every JavaScript object has, such as `constructor`: validators and clients would find it in
 * requests that do not send it. No keyword of the file is among the fields.
 */
export const namesAreUsable: LintRule = ({ models, parts, operations, dialect }) => {
  const keywords = Object.keys(toObject(dialect.properties)).filter((name) => name.startsWith('x-'));
  return [
    ...models.flatMap((model) => [
      ...identityFindings(model),
      ...misplaced(model, keywords),
      ...memberFindings(model.file, model.written, ''),
    ]),
    ...[...parts, ...operations].flatMap(({ file, source }) => memberFindings(file, source, '')),
  ];
};

const RESERVED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Example values, whose members are those of requests. */
const PAYLOADS = new Set(['request', 'examples', 'default', 'enum', 'const']);

function memberFindings(file: string, value: Json, pointer: string): readonly Finding[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => memberFindings(file, item, `${pointer}/${index}`));
  return toEntries(value).flatMap(([name, member]) => {
    const at = `${pointer}/${toStep(name)}`;
    if (RESERVED.has(name)) return [{ file, pointer: at, message: unusable(name) }];
    return PAYLOADS.has(name) && !pointer.endsWith('/properties') ? [] : memberFindings(file, member, at);
  });
}

function identityFindings({ file, written }: ModelSource): readonly Finding[] {
  const { id, spellings } = toObject(written['x-model']);
  const names = [
    { pointer: '/x-model/id', name: String(id) },
    ...stringList(spellings).map((name, index) => ({ pointer: `/x-model/spellings/${index}`, name })),
  ];
  return names
    .filter(({ name }) => RESERVED.has(name))
    .map(({ pointer, name }) => ({ file, pointer, message: unusable(name) }));
}

function misplaced({ file, written }: ModelSource, keywords: readonly string[]): readonly Finding[] {
  return Object.keys(toObject(written.properties))
    .filter((name) => keywords.includes(name))
    .map((name) => ({
      file,
      pointer: `/properties/${toStep(name)}`,
      message: `"${name}" is not a field: it belongs at the top of the file, next to "properties"`,
      spoils: [name],
    }));
}

function unusable(name: string): string {
  return `"${name}" cannot be used as a name, because every JavaScript object has a member of that name: choose another`;
}
