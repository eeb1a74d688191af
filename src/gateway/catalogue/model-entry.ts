import type { components } from '../../../generated/openapi-types.ts';
import { policies } from '../../../generated/policies.ts';
import { publishedSchemas } from '../../../generated/published-schemas.ts';
import type { CatalogueModel } from '../../contract/catalogue.ts';
import type { AllowedModel } from '../accounts/model-access.ts';

type ModelEntry = components['schemas']['ModelEntry'];
type ModelParameters = components['schemas']['ModelParameters'];

/** How much of a model is told: base fields, category and tags, or the parameter contract as well (section 4.1). */
export type Expansion = 'none' | 'category' | 'parameters';

/** The expansion that a query value asks for; an unrecognized value asks for nothing (section 4.1, rule 1). */
export function toExpansion(value: string | undefined): Expansion {
  return value === 'category' || value === 'parameters' ? value : 'none';
}

/** One entry of the model list (sections 2.1 and 2.2). */
export function toModelEntry(allowed: AllowedModel, expansion: Expansion): ModelEntry {
  if (allowed.kind === 'unknown') return toUnknownEntry(allowed.name, expansion);
  const { model } = allowed;
  const { id, created, owned_by, supported_endpoint_types, category, capability_tags } = model.identity;
  const base = { id, object: 'model', created, owned_by, supported_endpoint_types } as const;
  if (expansion === 'none') return base;
  const tags = capability_tags.length > 0 ? { capability_tags } : {};
  const parameters = expansion === 'parameters' ? toParameters(model) : undefined;
  return { ...base, category, ...tags, ...(parameters ? { parameters } : {}) };
}

/** The parameter contract of an image or video model; undefined for others (section 4.1, rule 6). */
export function toParameters({ identity }: CatalogueModel): ModelParameters | undefined {
  const { operation, method, endpoint, schema_version, id } = identity;
  const input_schema = publishedSchemas[id];
  if (operation === 'chat_completion' || !input_schema) return undefined;
  return {
    operation,
    method,
    endpoint,
    schema_version,
    source: policies.catalogue.contract_source,
    input_schema,
  };
}

/** The category an entry is filtered by. */
export function categoryOf(allowed: AllowedModel): string {
  return allowed.kind === 'known' ? allowed.model.identity.category : 'unknown';
}

function toUnknownEntry(name: string, expansion: Expansion): ModelEntry {
  const base = {
    id: name,
    object: 'model',
    created: 0,
    owned_by: 'unknown',
    supported_endpoint_types: [],
  } as const;
  return expansion === 'none'
    ? { ...base, supported_endpoint_types: [] }
    : { ...base, supported_endpoint_types: [], category: 'unknown' };
}
