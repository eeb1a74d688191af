import type { Json, ModelSource } from '../../contract.ts';
import { schemasOf } from '../../documents/parts.ts';
import { isObject, stringList, toObject } from '../../json.ts';
import type { Finding, LintRule } from '../problem.ts';

/** Names of the request schemas of each operation: `Known<Name>Request` and `Generic<Name>Request`. */
const NAMES = { image_generation: 'Image', video_generation: 'Video', chat_completion: 'Chat' } as const;

/** The bundled unions contain exactly the model files of their operation, and the generic bodies exclude the same spellings. */
export const unionsHoldModels: LintRule = ({ models, document }) =>
  Object.entries(NAMES).flatMap(([operation, name]) => {
    const members = models.filter(({ source }) => toObject(source['x-model']).operation === operation);
    const schemas = schemasOf(document);
    const known = `Known${name}Request`;
    const generic = `Generic${name}Request`;
    return [
      ...differences(known, mappingOf(schemas[known]), titlesOf(members)),
      ...differences(generic, exclusionsOf(schemas[generic]), titlesOf(members)),
    ];
  });

/** Every endpoint of a model is a path of the document with the model's method. */
export const endpointsExist: LintRule = ({ models, document }) =>
  models.flatMap(({ file, source }) => {
    const { method, endpoints } = toObject(source['x-model']);
    const verb = String(method).toLowerCase();
    return stringList(endpoints).flatMap((path, index) => {
      if (isObject(toObject(toObject(document.paths)[path])[verb])) return [];
      const message = `The document has no ${method} ${path}: correct the endpoint or add the path.`;
      return [{ file, pointer: `/x-model/endpoints/${index}`, message }];
    });
  });

/** Titles by spelling; an exclusion names no title. */
type Entries = ReadonlyMap<string, string | undefined>;

function differences(name: string, found: Entries | undefined, wanted: Entries): readonly Finding[] {
  const file = `openapi/components/schemas/${name}.yaml`;
  if (!found)
    return wanted.size === 0
      ? []
      : [{ file, pointer: '', message: `The document has no ${name} with a list of models.` }];
  const missing = [...wanted.keys()].filter((spelling) => !found.has(spelling));
  const stray = [...found.keys()].filter((spelling) => !wanted.has(spelling));
  const moved = [...wanted].filter(([spelling, title]) => (found.get(spelling) ?? title) !== title);
  return [
    ...missing.map((spelling) => `${name} lacks the spelling "${spelling}" of ${wanted.get(spelling)}.`),
    ...stray.map(
      (spelling) => `${name} has the spelling "${spelling}", which no model file of its operation has.`,
    ),
    ...moved.map(
      ([spelling, title]) => `${name} maps "${spelling}" to ${found.get(spelling)} instead of ${title}.`,
    ),
  ].map((message) => ({ file, pointer: '', message }));
}

function mappingOf(schema: Json | undefined): Entries | undefined {
  const { mapping } = toObject(toObject(schema).discriminator);
  if (!isObject(mapping)) return undefined;
  const pairs = Object.entries(mapping).map(([spelling, target]) => [spelling, String(target)] as const);
  return new Map(pairs.map(([spelling, target]) => [spelling, target.split('/').at(-1)]));
}

function titlesOf(models: readonly ModelSource[]): Entries {
  return new Map(
    models.flatMap(({ title, spellings }) => spellings.map((spelling) => [spelling, title] as const)),
  );
}

function exclusionsOf(schema: Json | undefined): Entries | undefined {
  const { model } = toObject(toObject(schema).properties);
  const { enum: excluded } = toObject(toObject(model).not);
  return Array.isArray(excluded)
    ? new Map(stringList(excluded).map((spelling) => [spelling, undefined]))
    : undefined;
}
