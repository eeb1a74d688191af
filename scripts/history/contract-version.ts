import type { Contract, Json, JsonObject, ModelSource } from '../contract/contract.ts';
import { schemasOf, withSchemas } from '../contract/documents/parts.ts';
import {
  isObject,
  mapMembers,
  omit,
  toEntries,
  toObject,
  toText,
  withoutProvenance,
} from '../contract/json.ts';
import { emitDocument31 } from '../emit/documents/document.ts';
import { parameterContract } from '../emit/tables/published-schemas.ts';

/** What users notice of a contract, kept to be compared: texts and examples of the document are left out. */
export interface ContractVersion {
  /** That of the packages. */
  readonly version: string;
  /** The day of its release, such as `2026-12-01`. */
  readonly date: string;
  readonly models: Readonly<Record<string, ModelVersion>>;
  /** Status and type by reason. */
  readonly errors: JsonObject;
  /** The operations, and the components that they refer to. */
  readonly document: JsonObject;
}

/** What users notice of a model. */
export interface ModelVersion {
  readonly schema_version: string;
  /** The schema that the gateway publishes. */
  readonly schema: JsonObject;
  readonly identity: JsonObject;
  readonly prices: JsonObject;
  readonly output: JsonObject;
}

/** A contract as it is kept. */
export async function toContractVersion(
  contract: Contract,
  release: Pick<ContractVersion, 'version' | 'date'>,
): Promise<ContractVersion> {
  const { models, errors } = contract;
  const files = await emitDocument31(contract);
  const text = files.find(({ path }) => path.endsWith('.json'))?.text ?? '{}';
  const published = JSON.parse(text) as JsonObject; // an emitter has just written it
  return {
    ...release,
    models: Object.fromEntries(models.map((model) => [model.id, toModelVersion(model)])),
    errors: mapMembers(errors, (error) => {
      const { status, type } = toObject(error);
      return { status, type };
    }),
    document: shorten(published, new Set(models.map(({ title }) => title))),
  };
}

function toModelVersion(model: ModelSource): ModelVersion {
  const said = (keyword: string) => toObject(withoutProvenance(toObject(model.vocabulary[keyword])));
  const identity = said('x-model');
  return {
    schema_version: toText(identity.schema_version),
    schema: parameterContract(model),
    identity: omit(identity, ['id', 'spellings', 'schema_version', 'created']),
    prices: said('x-prices'),
    output: said('x-output'),
  };
}

/** Components that the comparison of documents follows. */
const COMPARED = ['schemas', 'parameters', 'requestBodies', 'responses'];

/** Without texts. The requests of models are kept by themselves: here they only have their names. */
function shorten(document: JsonObject, titles: ReadonlySet<string>): JsonObject {
  const schemas = mapMembers(schemasOf(document), (schema, title) => (titles.has(title) ? {} : schema));
  const { components } = withSchemas(document, schemas);
  const kept = toEntries(components).filter(([name]) => COMPARED.includes(name));
  return {
    paths: withoutTexts(toObject(document.paths)),
    components: withoutTexts(Object.fromEntries(kept), false),
  };
}

const TEXTS = ['description', 'summary'];
const ASIDE = ['examples', 'example', 'x-provenance', 'headers', 'links', 'callbacks', 'tags', 'operationId'];

/** A member of that name is data below `properties`, and text or something aside elsewhere. */
function withoutTexts(object: JsonObject, isNamed = true): JsonObject {
  const kept = toEntries(object).filter(
    ([name, value]) => isNamed || !(ASIDE.includes(name) || (TEXTS.includes(name) && !isObject(value))),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, withoutTextsIn(value, NAMED.includes(name) && !isNamed)]),
  );
}

const NAMED = ['properties', 'patternProperties', 'mapping', 'content', 'responses', 'schemas'];

function withoutTextsIn(value: Json, isNamed: boolean): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutTextsIn(item, false));
  return isObject(value) ? withoutTexts(value, isNamed) : value;
}
