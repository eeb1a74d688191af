import type { components } from '../../../generated/openapi-types.ts';
import { policies } from '../../../generated/policies.ts';
import type { GetModelPricingRequest, GetModelPricingResponse } from '../../../generated/stub.ts';
import { baseModel, baseOperations } from '../../contract/base-model.ts';
import type { CatalogueModel } from '../../contract/catalogue.ts';
import { publishedRates, withRatio } from '../../contract/published-rates.ts';
import { findAllowed } from '../accounts/model-access.ts';
import { modelNotFound } from '../catalogue/model-not-found.ts';
import type { ApiKey } from '../ports/store.ts';
import type { RequestContext } from '../request-context.ts';

type Schemas = components['schemas'];
type ModelPrice = Schemas['ModelPrice'];
type OperationPricing = Schemas['OperationPricing'];
type PricingDetail = Schemas['PricingDetail'];

/** `GET /api/pricing/model`: the rates of a model, and its effective rates, which include the key's group ratio. */
export async function getModelPricing(
  { query }: GetModelPricingRequest,
  context: RequestContext,
): Promise<GetModelPricingResponse> {
  const { key } = context;
  const allowed = findAllowed(context, query.model);
  if (!allowed) return modelNotFound(query.model, context);
  const body = {
    success: true as const,
    data: allowed.kind === 'known' ? priceOfModel(allowed.model, key) : priceOfName(allowed.name, key),
  };
  return { status: 200, body };
}

function priceOfModel(model: CatalogueModel, key: ApiKey): ModelPrice {
  return { model: model.identity.id, pricing: toPricing(model, key) };
}

/** A name without metadata: the prices of the operation that its base contract is published for, and those of every other one. */
function priceOfName(name: string, key: ApiKey): ModelPrice {
  const published = baseModel(policies.base_contract.published_operation, name);
  const by_operation = Object.fromEntries(
    baseOperations.map((operation) => [operation, toCharge(baseModel(operation, name), key)]),
  );
  return { model: name, pricing: { ...toPricing(published, key), by_operation } };
}

function toPricing(model: CatalogueModel, key: ApiKey): PricingDetail {
  const { prices } = model;
  const { billing_type, unit, ...rates } = toCharge(model, key);
  const tools = prices.unit === 'token' ? (prices.tools?.rates ?? {}) : {};
  return {
    billing_type,
    unit,
    group: key.group,
    group_ratio: Number(key.groupRatio),
    ...rates,
    extras: { tools: withRatio(tools, key.groupRatio) },
  };
}

function toCharge(model: CatalogueModel, { groupRatio }: ApiKey): OperationPricing {
  const { prices } = model;
  return {
    billing_type: `per_${prices.unit}`,
    unit: prices.unit === 'token' ? `${prices.per} tokens` : prices.unit,
    rates: publishedRates(model, '1'),
    effective_rates: publishedRates(model, groupRatio),
  };
}
