import type { Emitter, JsonObject, ModelSource } from '../../contract/contract.ts';
import { defaultsOf, fieldShapes } from '../../contract/field-shapes.ts';
import { mapMembers, toObject, withoutProvenance } from '../../contract/json.ts';
import { toScript } from '../banner.ts';

const TYPES = `import type {
  Media,
  Model,
  Output,
  Prompt,
  Rule,
  Sizes,
  Text,
  TokenPrices,
  UnitPrices,
} from './vocabulary.ts';

/** One model of the contract as data: everything in its file except provenance. */
export interface CatalogueModel {
  /** Name of its request schema in the OpenAPI document. */
  readonly title: string;
  readonly description: string;
  readonly identity: Model;
  readonly prices: UnitPrices | TokenPrices;
  readonly sizes?: Sizes;
  readonly media?: Readonly<Record<string, Media>>;
  readonly prompt?: Prompt;
  readonly output?: Output;
  readonly text?: Text;
  /** Why a forbidden field is forbidden, by name. */
  readonly forbidden: Readonly<Record<string, string>>;
  readonly rules: readonly Rule[];
  /** Top-level defaults of the request schema, which are filled into CEL's \`self\`. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** How the declared fields of a request are bound for CEL. */
  readonly fields: FieldShapes;
}

/** Fields by name. */
export interface FieldShapes {
  readonly [name: string]: FieldShape;
}

/** A field: an integer, a value of another plain type, a list, an object of known members, or anything at all. */
export type FieldShape =
  | 'integer'
  | 'plain'
  | 'opaque'
  | { readonly items: FieldShape }
  | { readonly fields: FieldShapes };
`;

const KEYWORDS = ['prices', 'sizes', 'media', 'prompt', 'output', 'text'];

/** Emits the model catalogue: sizes, prices, limits and rules as typed data. */
export const emitCatalogue: Emitter = async ({ models }) => {
  const entries = models.map((model) => JSON.stringify(toCatalogueEntry(model), null, 2));
  const list = `/** Every model of the contract, by file name. */\nexport const catalogue: readonly CatalogueModel[] = [\n${entries.join(',\n')},\n];\n`;
  return [{ path: 'catalogue.ts', text: toScript(`${TYPES}\n${list}`) }];
};

/** What a catalogue has of a model: everything in its file except provenance. */
export function toCatalogueEntry(model: ModelSource): JsonObject {
  const { vocabulary, requestSchema } = model;
  const data = KEYWORDS.flatMap((name) => {
    const value = vocabulary[`x-${name}`];
    return value === undefined ? [] : [[name, withoutProvenance(value)]];
  });
  return {
    title: model.title,
    description: requestSchema.description,
    identity: withoutProvenance(vocabulary['x-model'] ?? null),
    ...Object.fromEntries(data),
    forbidden: mapMembers(vocabulary['x-forbidden'], (entry) => toObject(entry).message ?? null),
    rules: withoutProvenance(vocabulary['x-validations'] ?? []),
    defaults: defaultsOf(requestSchema),
    fields: fieldShapes(requestSchema),
  };
}
