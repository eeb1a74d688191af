import type { Emitter, JsonObject, ModelSource } from '../contract/contract.ts';
import { propertiesOf } from '../contract/field-shapes.ts';
import { toObject } from '../contract/json.ts';
import { toJson } from './banner.ts';

const KEYWORDS = [
  'sizes',
  'prices',
  'media',
  'prompt',
  'output',
  'text',
  'forbidden',
  'validations',
  'examples',
] as const;

/** Emits what the conformance suite knows about each model: its file with the provenance of every statement, as plain JSON.
 * */
export const emitConformanceModels: Emitter = async ({ models }) => {
  return [{ path: 'conformance-models.json', text: toJson('$comment', { models: models.map(toEntry) }) }];
};

function toEntry({ vocabulary, requestSchema }: ModelSource): JsonObject {
  const identity = toObject(vocabulary['x-model']);
  const {
    type: _type,
    description: _description,
    $schema: _schema,
    $id: _id,
    title: _title,
    ...schema
  } = requestSchema;
  return {
    ...identity,
    ...Object.fromEntries(KEYWORDS.map((name) => [name, vocabulary[`x-${name}`]])),
    defaults: Object.fromEntries(
      propertiesOf(requestSchema).map(([name, property]) => [name, toObject(property).default]),
    ),
    schema,
  };
}
