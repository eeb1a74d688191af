import { findFault } from '../../../redocly/rules/provenance.ts';
import type { Json, JsonObject } from '../../contract.ts';
import { parseDataFile } from '../../files/data-file.ts';
import { isObject, omit, toEntries } from '../../json.ts';
import { createDialect, type Dialect } from '../../models/dialect.ts';
import { inheritProvenance } from '../../models/inherit-provenance.ts';
import type { LintSubject } from '../lint-subject.ts';
import { explainedNames } from '../models/forbidden.ts';
import { type Finding, type FindingInFile, type LintRule, listObjects, toLabel, toStep } from '../problem.ts';
import { listSchemas, type SchemaPlace } from '../schemas/walk-schema.ts';

/** The sections of the interface specification, as its headings number them. */
const SECTIONS: ReadonlySet<string> = new Set([
  ...['1'],
  ...['2', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7'],
  ...['3'],
  ...['4', '4.1', '4.2', '4.3', '4.4', '4.4.1', '4.4.2', '4.4.3', '4.5', '4.6', '4.7'],
  ...['5', '6', '7', '8', '9'],
]);

/** Every schema file, property and item schema has or inherits a provenance; a `false` property has it in `x-forbidden`. */
export const schemasHaveProvenance: LintRule = ({ models, parts, operations, dialect }) => {
  const inherit = (source: JsonObject) => inheritProvenance(source, createDialect(dialect));
  return [
    ...models.flatMap((model) => findMissing(model.file, model.source, explainedNames(model))),
    ...[...parts.filter(isSchemaPart), ...operations].flatMap(({ file, source }) =>
      findMissing(file, inherit(source), new Set()),
    ),
  ];
};

/** Every statement of the vocabulary has or inherits a provenance, in a valid form. */
export const vocabularyHasProvenance: LintRule = ({ models, parts, operations, dialect: root }) => {
  const dialect = createDialect(root);
  const families = parts.filter((part) => !isSchemaPart(part));
  const others = [...families, ...operations].map(({ file, source }) => ({
    file,
    source: inheritProvenance(source, dialect),
  }));
  const silent = models.filter(({ source }) => source['x-provenance'] === undefined); // reported for the whole file
  return [...models.filter((model) => !silent.includes(model)), ...others].flatMap(({ file, source }) =>
    toEntries(source).flatMap(([name, value]) => {
      const place = { value, schema: dialect.memberSchema(dialect.root, name), pointer: `/${name}` };
      const isVocabulary = name.startsWith('x-') && !SILENT.has(name);
      return isVocabulary ? findSilent(place, dialect).map((finding) => ({ file, ...finding })) : [];
    }),
  );
};

const SILENT: ReadonlySet<string> = new Set(['x-examples', 'x-family', 'x-provenance', 'x-model']);

interface Statement {
  readonly value: Json;
  readonly schema: Json | undefined;
  readonly pointer: string;
}

/** The outermost statements without a provenance, and invalid provenances. */
function findSilent({ value, schema, pointer }: Statement, dialect: Dialect): readonly FindingInFile[] {
  if (Array.isArray(value)) {
    const items = dialect.itemSchema(schema);
    return value.flatMap((item: Json, index) =>
      findSilent({ value: item, schema: items, pointer: `${pointer}/${index}` }, dialect),
    );
  }
  if (!isObject(value)) return [];
  const isStatement = dialect.memberNames(schema).includes('provenance');
  const fault = isStatement ? findFault(value.provenance, 'provenance') : undefined;
  if (fault !== undefined) {
    const hint =
      value.provenance === undefined ? ' "x-provenance" at the top of the file holds for all of it.' : '';
    return [{ pointer, message: `${toLabel(pointer)}: ${fault}${hint}` }];
  }
  return toEntries(omit(value, ['provenance'])).flatMap(([name, member]) => {
    const place = {
      value: member,
      schema: dialect.memberSchema(schema, name),
      pointer: `${pointer}/${toStep(name)}`,
    };
    return findSilent(place, dialect);
  });
}

/** Every section named in a provenance is a heading of the specification. */
export const sectionsExist: LintRule = (subject) =>
  listFiles(subject).flatMap(({ file, source }) =>
    listObjects(source, PAYLOADS).flatMap(({ pointer, object }) => {
      const { spec, ...others } = object;
      if (Object.keys(others).length > 0 || typeof spec !== 'string' || SECTIONS.has(spec)) return [];
      return [{ file, pointer: `${pointer}/spec`, message: noSection(spec) }];
    }),
  );

const PAYLOADS = new Set(['x-examples', 'examples', 'example', 'default', 'enum', 'const', 'value']);

function noSection(section: string): string {
  const above = section.slice(0, Math.max(0, section.lastIndexOf('.')));
  const parent = SECTIONS.has(above) ? above : '';
  const known = [...SECTIONS].filter((other) => other.replace(/\.?\d+$/, '') === parent);
  const hint = known.length === 0 ? '' : `: ${parent || 'it'} has ${known.join(', ')}`;
  return `The specification has no section ${JSON.stringify(section)}${hint}.`;
}

function listFiles({ models, parts, operations, openapi, policies, errors }: LintSubject) {
  const written = models.map((model) => ({ file: model.file, source: model.written }));
  const data = new Set([policies.file, errors.file]);
  const suspects = openapi.filter(({ file, text }) => !data.has(file) && namesStrangeSection(text));
  return [...written, ...parts, ...operations, policies, errors, ...suspects.map(parseDataFile)];
}

/** True for a text that may name a missing section: parsing every file takes longer than all other rules. */
function namesStrangeSection(text: string): boolean {
  return [...text.matchAll(/\bspec:\s*["']?([^\s"'},]*)/g)].some(
    ([, section = '']) => !SECTIONS.has(section),
  );
}

/** True for a common file with a schema; the others hold the vocabulary of a family. */
export function isSchemaPart({ file }: { readonly file: string }): boolean {
  return /\/[A-Z][^/]*$/.test(file);
}

function findMissing(file: string, source: Json, explained: ReadonlySet<string>): readonly Finding[] {
  const places = listSchemas(source);
  const isSilent = isObject(source) && source['x-provenance'] === undefined; // reported once, for the whole file
  return (isSilent ? places.slice(0, 1) : places).flatMap((place) => {
    const fault = placeFault(place, explained);
    return fault === undefined ? [] : [{ file, pointer: place.pointer, message: fault }];
  });
}

function placeFault(
  { schema, via, name = '', isCondition, isBranch }: SchemaPlace,
  explained: ReadonlySet<string>,
): string | undefined {
  if (isCondition || via === 'other' || (via === 'items' && isBranch)) return undefined;
  if (schema === false && via === 'property') {
    if (explained.has(name)) return undefined;
    return `Property "${name}" is false: say why, "x-forbidden": { "${name}": { "message": "..." } }.`;
  }
  if (!isObject(schema))
    return via === 'property'
      ? `Property "${name}" is ${JSON.stringify(schema)}, which says nothing about its values: write a schema, such as { "type": "integer", "minimum": 1, "description": "..." }.`
      : undefined;
  if (via === 'items' && Object.keys(schema).length === 0) return undefined;
  if (typeof schema.$ref === 'string' && schema['x-provenance'] === undefined) return undefined;
  const fault = findFault(schema['x-provenance']);
  return fault && via === 'property' ? `Property "${name}": ${fault}` : fault;
}
