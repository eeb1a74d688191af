import type { components } from '../../../generated/openapi-types.ts';
import type { GetModelPricingRequest, GetModelPricingResponse } from '../../../generated/stub.ts';
import type { TokenPrices, UnitPrices } from '../../../generated/vocabulary.ts';
import { type CatalogueModel, findModel } from '../../contract/catalogue.ts';
import { formatUsd, multiplyByRatio, parseUsd, toUsdNumber } from '../../contract/money.ts';
import { rateFor } from '../../contract/price.ts';
import { problem } from '../../contract/problem.ts';
import { parseDimensions } from '../../contract/ratio.ts';
import { mayUse } from '../accounts/model-access.ts';
import type { OperationContext } from '../context.ts';
import type { ApiKey } from '../ports/store.ts';

type PricingDetail = components['schemas']['PricingDetail'];
type Rates = Readonly<Record<string, string>>;

/** `GET /api/pricing/model`: the rates of a model, and those with the group ratio of the key in them. */
export async function getModelPricing(
  { query }: GetModelPricingRequest,
  { key }: OperationContext,
): Promise<GetModelPricingResponse> {
  const model = findModel(query.model);
  if (!model || !mayUse(key, model)) {
    return problem('model_not_found', { values: { model: query.model }, param: 'model' });
  }
  return {
    status: 200,
    body: { success: true, data: { model: model.identity.id, pricing: toPricing(model, key) } },
  };
}

function toPricing(model: CatalogueModel, { group, groupRatio }: ApiKey): PricingDetail {
  const { prices } = model;
  const rates = prices.unit === 'token' ? tokenRates(prices) : unitRates(model, prices);
  const tools = prices.unit === 'token' ? (prices.tools?.rates ?? {}) : {};
  return {
    billing_type: `per_${prices.unit}`,
    unit: prices.unit === 'token' ? `${prices.per} tokens` : prices.unit,
    group,
    group_ratio: Number(groupRatio),
    rates: withRatio(rates, '1'),
    effective_rates: withRatio(rates, groupRatio),
    extras: { tools: withRatio(tools, groupRatio) },
  };
}

function tokenRates({ tokens }: TokenPrices): Rates {
  return { ...tokens };
}

function unitRates(model: CatalogueModel, { reference_surcharge: surcharge }: UnitPrices): Rates {
  const tiers = Object.entries(model.sizes?.table ?? {}).flatMap(([tier, row]) => {
    const [cell] = Object.values(row);
    return cell && hasRate(model, tier) ? [[tier, rateText(model, tier, cell)]] : [];
  });
  return { ...Object.fromEntries(tiers), ...(surcharge ? { further_reference: surcharge.rate } : {}) };
}

function hasRate({ prices }: CatalogueModel, tier: string): boolean {
  return (
    prices.unit !== 'token' && prices.rates.some((rate) => rate.tier === undefined || rate.tier === tier)
  );
}

function rateText(model: CatalogueModel, tier: string, cell: string): string {
  return formatUsd(rateFor(model, { ...parseDimensions(cell), tier }));
}

function withRatio(rates: Rates, ratio: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(rates).map(([name, rate]) => [name, toUsdNumber(multiplyByRatio(parseUsd(rate), ratio))]),
  );
}
