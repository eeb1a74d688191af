import { closestName } from '../../../../src/contract/names/closest-name.ts';
import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { memberOf, stringList, toEntries, toList, toObject } from '../../json.ts';
import { type Finding, type LintRule, toStep } from '../problem.ts';

/** Every request field that the vocabulary names is a property of the schema. */
export const namedFieldsExist: LintRule = ({ models }) => models.flatMap(findUnknown);

interface Mention {
  readonly pointer: string;
  /** Names from the body downwards. */
  readonly path: readonly string[];
}

function findUnknown({ file, written, vocabulary, requestSchema }: ModelSource): readonly Finding[] {
  const { properties } = requestSchema;
  const asked = stringList(written.required).flatMap((name, index) => mention(`/required/${index}`, name));
  const known = toEntries(properties).flatMap(([name, property]) => (property === false ? [] : [name]));
  const unknown = [...asked, ...listMentions(vocabulary)].filter(
    ({ path }) => !hasProperty(requestSchema, path),
  );
  const names = unknown.map(({ path }) => path.join('.'));
  return unknown
    .filter((_mention, index) => names.indexOf(names[index] ?? '') === index) // one missing field is one problem
    .map(({ pointer, path }) => {
      const closest = path.length === 1 ? closestName(path[0] ?? '', known) : undefined;
      const hint =
        closest === undefined ? 'correct the name or add the property.' : `did you mean "${closest}"?`;
      const name = path.join('.');
      return { file, pointer, about: name, message: `"${name}" is not a field of the request: ${hint}` };
    });
}

function listMentions(vocabulary: JsonObject): readonly Mention[] {
  const { 'x-sizes': sizes, 'x-media': media, 'x-prompt': prompt, 'x-prices': prices } = vocabulary;
  const fields = memberOf(sizes, 'fields');
  const rules = vocabulary['x-validations'];
  return [
    ...toEntries(fields).flatMap(([name, field]) => mention(`/x-sizes/fields/${toStep(name)}`, field)),
    ...mention('/x-sizes/auto/reference', memberOf(memberOf(sizes, 'auto'), 'reference')),
    ...Object.keys(toObject(media)).flatMap((name) => mention(`/x-media/${toStep(name)}`, name)),
    ...mention('/x-prompt/field', memberOf(prompt, 'field')),
    ...mention(
      '/x-prices/reference_surcharge/field',
      memberOf(memberOf(prices, 'reference_surcharge'), 'field'),
    ),
    ...toList(rules).flatMap((rule, index) =>
      pathMention(`/x-validations/${index}/path`, memberOf(rule, 'path')),
    ),
  ];
}

function mention(pointer: string, field: Json | undefined): readonly Mention[] {
  return typeof field === 'string' ? [{ pointer, path: [field] }] : [];
}

function pathMention(pointer: string, path: Json | undefined): readonly Mention[] {
  if (typeof path !== 'string' || path === '') return [];
  return [{ pointer, path: path.split('/').slice(1) }];
}

function hasProperty(schema: Json | undefined, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const entries = memberOf(schema, 'items');
  if (/^\d+$/.test(name) && entries !== undefined) return hasProperty(entries, rest);
  const property = memberOf(memberOf(schema, 'properties'), name);
  return property !== undefined && property !== false && hasProperty(property, rest);
}
