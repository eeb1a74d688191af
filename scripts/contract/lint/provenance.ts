import { findFault } from '../../redocly/rules/provenance.ts';
import type { Json } from '../contract.ts';
import { isObject } from '../json.ts';
import { type Finding, type LintRule, toStep } from './problem.ts';
import { SECTIONS } from './sections.ts';
import { listSchemas, type SchemaPlace } from './walk-schema.ts';

/** Every schema file, property and item schema says where it comes from; a `false` property says so in `x-forbidden`. */
export const schemasHaveProvenance: LintRule = ({ models, parts }) => [
  ...models.flatMap(({ file, source, vocabulary }) => findMissing(file, source, vocabulary['x-forbidden'])),
  ...parts.filter(isSchemaPart).flatMap(({ file, source }) => findMissing(file, source, undefined)),
];

/** `x-forbidden` explains properties that are `false`, and nothing else. */
export const forbiddenNamesAreFalse: LintRule = ({ models }) =>
  models.flatMap(({ file, vocabulary, requestSchema }) => {
    const forbidden = vocabulary['x-forbidden'];
    const properties = isObject(requestSchema.properties) ? requestSchema.properties : {};
    const names = isObject(forbidden) ? Object.keys(forbidden) : [];
    return names
      .filter((name) => properties[name] !== false)
      .map((name) => ({
        file,
        pointer: `/x-forbidden/${toStep(name)}`,
        message: `x-forbidden explains "${name}", which is not a false property: set it to false or remove the entry.`,
      }));
  });

/** Every section that a provenance names is a heading of the specification. */
export const sectionsExist: LintRule = (subject) =>
  [...subject.models, ...subject.parts, ...subject.openapi].flatMap(({ file, source }) =>
    listSections(source, '').flatMap(({ pointer, section }) =>
      SECTIONS.has(section)
        ? []
        : [{ file, pointer, message: `The specification has no section ${JSON.stringify(section)}.` }],
    ),
  );

/** True for a common file with a schema; the others hold the vocabulary of a family. */
export function isSchemaPart({ file }: { readonly file: string }): boolean {
  return /\/[A-Z][^/]*$/.test(file);
}

function findMissing(file: string, source: Json, forbidden: Json | undefined): readonly Finding[] {
  return listSchemas(source).flatMap((place) => {
    const fault = placeFault(place, isObject(forbidden) ? forbidden : {});
    return fault === undefined ? [] : [{ file, pointer: place.pointer, message: fault }];
  });
}

function placeFault(
  { schema, via, name = '', isCondition, isBranch }: SchemaPlace,
  forbidden: object,
): string | undefined {
  if (isCondition || via === 'other' || (via === 'items' && isBranch)) return undefined;
  if (schema === false && via === 'property') {
    if (Object.hasOwn(forbidden, name)) return undefined;
    return `Property "${name}" is false: say why under x-forbidden.`;
  }
  if (!isObject(schema))
    return via === 'property' ? `Property "${name}" needs a schema with x-provenance.` : undefined;
  if (via === 'items' && Object.keys(schema).length === 0) return undefined;
  if (typeof schema.$ref === 'string' && schema['x-provenance'] === undefined) return undefined;
  const fault = findFault(schema['x-provenance']);
  return fault && via === 'property' ? `Property "${name}": ${fault}` : fault;
}

const PAYLOADS = new Set(['x-examples', 'examples', 'example', 'default', 'enum', 'const', 'value']);

function listSections(
  value: Json | undefined,
  pointer: string,
): readonly { pointer: string; section: string }[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => listSections(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  const names = Object.keys(value);
  if (names.length === 1 && typeof value.spec === 'string') return [{ pointer, section: value.spec }];
  return names
    .filter((name) => !PAYLOADS.has(name))
    .flatMap((name) => listSections(value[name], `${pointer}/${toStep(name)}`));
}
