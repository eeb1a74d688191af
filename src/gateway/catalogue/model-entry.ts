import type { components } from '../../../generated/openapi-types.ts';
import { policies } from '../../../generated/policies.ts';
import { publishedBaseSchemas, publishedSchemas } from '../../../generated/published-schemas.ts';
import { baseModel, operationIdOf } from '../../contract/base-model.ts';
import type { CatalogueModel } from '../../contract/catalogue.ts';
import type { AllowedModel } from '../accounts/model-access.ts';

type ModelEntry = components['schemas']['ModelEntry'];
type ModelParameters = components['schemas']['ModelParameters'];

/** How much of a model is returned: base fields, category and tags, or the parameter contract as well (section 4.1). */
export type Expansion = 'none' | (typeof EXPANSIONS)[number];

const EXPANSIONS = policies.catalogue.expand_values;

/** The expansion that a query value requests; an unrecognized value requests none (section 4.1, rule 1). */
export function toExpansion(value: string | undefined): Expansion {
  return EXPANSIONS.find((known) => known === value) ?? 'none';
}

/** One entry of the model list (sections 2.1 and 2.2). A name without metadata has the base contract. */
export function toModelEntry(allowed: AllowedModel, expansion: Expansion): ModelEntry {
  const { identity } = allowed.kind === 'known' ? allowed.model : publishedBase(allowed.name);
  const { id, created, owned_by, supported_endpoint_types, capability_tags } = identity;
  const base = { id, object: 'model', created, owned_by, supported_endpoint_types } as const;
  if (expansion === 'none') return base;
  const tags = capability_tags.length > 0 ? { capability_tags } : {};
  const parameters = expansion === 'parameters' ? toParameters(allowed) : undefined;
  return { ...base, category: categoryOf(allowed), ...tags, ...(parameters ? { parameters } : {}) };
}

/** The parameter contract of an image or video model; undefined for others (section 4.1, rule 6). */
export function toParameters(allowed: AllowedModel): ModelParameters | undefined {
  if (allowed.kind === 'unknown') return toBaseParameters(allowed.name);
  const { identity, tables } = allowed.model;
  const input_schema = tables ? tables.schema : publishedSchemas[identity.id];
  if (identity.operation === 'chat_completion' || !input_schema) return undefined;
  const { operation, method, endpoint, schema_version } = identity;
  const source = policies.catalogue.contract_source;
  return { operation, method, endpoint, schema_version, source, input_schema };
}

/** The category by which an entry is filtered. */
export function categoryOf(allowed: AllowedModel): NonNullable<ModelEntry['category']> {
  return allowed.kind === 'known' ? allowed.model.identity.category : 'unknown';
}

/** The base contract published for a name without metadata. */
function publishedBase(name: string): CatalogueModel {
  return baseModel(policies.base_contract.published_operation, name);
}

function toBaseParameters(name: string): ModelParameters {
  const operation = policies.base_contract.published_operation;
  const { method, endpoint, schema_version } = publishedBase(name).identity;
  const schema = publishedBaseSchemas[operationIdOf(operation)];
  const model = { type: 'string', const: name, description: 'Model id.' };
  const properties = { model, ...(schema?.properties as object) }; // the generated schema of an object has properties
  const source = policies.catalogue.base_contract_source;
  return { operation, method, endpoint, schema_version, source, input_schema: { ...schema, properties } };
}
