import type { Emitter, JsonObject, ModelSource } from '../contract/contract.ts';
import { defaultsOf } from '../contract/field-shapes.ts';
import { omit, toObject } from '../contract/json.ts';
import { toJson } from './banner.ts';

const KEYWORDS = [
  ...['sizes', 'prices', 'media', 'prompt', 'output', 'text'],
  ...['forbidden', 'validations', 'examples'],
];

/** Emits what the conformance suite knows about each model: its file with the provenance of every statement, as plain JSON. */
export const emitConformanceModels: Emitter = async ({ models }) => [
  { path: 'conformance-models.json', text: toJson('$comment', { models: models.map(toEntry) }) },
];

function toEntry({ vocabulary, requestSchema }: ModelSource): JsonObject {
  return {
    ...toObject(vocabulary['x-model']),
    ...Object.fromEntries(KEYWORDS.map((name) => [name, vocabulary[`x-${name}`]])),
    defaults: defaultsOf(requestSchema),
    schema: omit(requestSchema, ['type', 'description', '$schema', '$id', 'title']),
  };
}
