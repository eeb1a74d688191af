import { compile } from 'json-schema-to-typescript';
import type { Emitter, JsonObject } from '../../contract/contract.ts';
import { readDataFile } from '../../contract/files/data-file.ts';
import {
  expectObject,
  filterMembers,
  isObject,
  mapObjects,
  omit,
  PROVENANCE,
  stringList,
} from '../../contract/json.ts';
import { toScript } from '../banner.ts';

/** Emits the TypeScript types of the model vocabulary, one per definition of `schemas/model.schema.json`. */
export const emitVocabulary: Emitter = async ({ root }) => {
  const { file, source } = await readDataFile(root, 'schemas/model.schema.json');
  const definitions = expectObject(source.$defs, `${file} $defs`);
  const { provenance: _provenance, schema: _schema, ...vocabulary } = definitions;
  const $defs = expectObject(mapObjects(vocabulary, toExpanded), '$defs');
  const types = await compile(
    { title: 'Vocabulary', type: 'object', additionalProperties: false, $defs },
    'Vocabulary',
    {
      bannerComment: '',
      unreachableDefinitions: true,
      additionalProperties: false,
      format: false,
      maxItems: -1,
    },
  );
  return [{ path: 'vocabulary.ts', text: toScript(withoutNoise(types)) }];
};

/** Members for editors and for the lint. */
const NOTES = ['examples', 'x-fields', 'x-operations'];

/** A definition as in the generated data: derivable members are present, provenance and notes for the lint are not. */
function toExpanded(schema: JsonObject): JsonObject {
  const { properties, required, 'x-derived': derived, ...rest } = withoutNotes(schema);
  if (!isObject(properties)) return { ...rest, ...(required === undefined ? {} : { required }) };
  const needed = [...stringList(required), ...stringList(derived)];
  return {
    ...rest,
    ...(needed.length === 0 ? {} : { required: needed }),
    properties: omit(properties, PROVENANCE),
  };
}

/** The lists of notes only: a definition may have the same name. */
function withoutNotes(schema: JsonObject): JsonObject {
  return filterMembers(schema, (name, value) => !(NOTES.includes(name) && Array.isArray(value)));
}

/** Removes the comment that json-schema-to-typescript adds to every definition about what refers to it. */
function withoutNoise(types: string): string {
  return types
    .replace(
      /^ \*\s*\n \* This interface was referenced by `Vocabulary`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/gm,
      '',
    )
    .replace(
      /^\/\*\*\n \* This interface was referenced by `Vocabulary`'s JSON-Schema\n \* via the `definition` "\w+"\.\n \*\/\n/gm,
      '',
    )
    .replace(/^export interface Vocabulary \{\s*\}\n/m, '');
}
