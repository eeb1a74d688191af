import type { components } from '../../../generated/openapi-types.ts';
import { type Estimate, InvalidRequestError } from '../../client/estimate/index.ts';
import { type GatewrightClient, GatewrightError } from '../../client/index.ts';
import { plural } from '../../conformance/terminal/paint.ts';
import type { CatalogueModel, ModelOperation } from '../../contract/catalogue.ts';
import { publishedRates } from '../../contract/published-rates.ts';
import { plan } from '../../contract/requests/plan.ts';
import { validateRequest } from '../../contract/validate.ts';
import { refuse } from '../options/refusal.ts';
import { withinPatience } from './connect.ts';
import type { ModelContract } from './model-contract.ts';
import { shortFlag } from './parameter-flags.ts';
import { toFlag } from './parameters.ts';
import type { ReferencedFiles } from './references.ts';

export type Pricing = components['schemas']['PricingDetail'];

/** What a submission makes and costs. */
export interface Offer {
  /** One line for a person. */
  readonly text: string;
  /** Undefined for a model that only the gateway knows. */
  readonly estimate: Estimate | undefined;
}

/** The prices that a gateway states for a model; undefined for a gateway that states none. */
export async function readPricing(
  name: string,
  client: GatewrightClient,
  signal: AbortSignal,
): Promise<Pricing | undefined> {
  try {
    return (await client.models.prices(name, { signal: withinPatience(signal) })).data.pricing;
  } catch (error) {
    const isRefusal = error instanceof GatewrightError && ![401, 403].includes(error.status);
    if (isRefusal && error.reason !== 'model_not_found') return undefined;
    throw error;
  }
}

/** The size and the price of a task, by the contract where it has the model; refuses what the contract forbids. */
export function offerTask(
  { name, model, added }: ModelContract,
  { fields, first }: ReferencedFiles,
  { pricing, operation }: { readonly pricing: Pricing | undefined; readonly operation: ModelOperation },
): Offer {
  if (!model) return { text: `${name}: ${ratesOf(pricing, operation)}`, estimate: undefined };
  const ratio = pricing?.group_ratio;
  const options = {
    ...(added && { models: added }),
    ...(ratio !== undefined && { groupRatio: String(ratio) }),
    ...(first && { firstReference: first }),
  };
  const estimated = expectValid(() => plan({ ...fields, model: name }, options)); // which checks it
  if (!agreesWith(model, pricing))
    return {
      text: `${name}: ${ratesOf(pricing, operation)}, by the gateway; the contract has other prices`,
      estimate: undefined,
    };
  const isSizeOpen = first === undefined && dependsOnReference(model, fields);
  return { text: `${name}: ${describe(estimated, isSizeOpen)}`, estimate: estimated };
}

/** Less than a nano-dollar: gateways may multiply by a ratio in binary numbers. */
const ROUNDING_USD = 1e-10;

/** Whether a gateway charges what the contract says: it may have a model of its own under the same name. */
export function agreesWith(model: CatalogueModel, pricing: Pricing | undefined): boolean {
  const stated = pricing?.effective_rates ?? {};
  if (Object.keys(stated).length === 0) return true;
  const expected = Object.entries(publishedRates(model, String(pricing?.group_ratio ?? 1)));
  return expected.every(([name, rate]) => Math.abs(Number(stated[name]) - rate) < ROUNDING_USD);
}

/** Whether the first reference, which only the gateway will see, decides the size. */
function dependsOnReference(model: CatalogueModel, body: Readonly<Record<string, unknown>>): boolean {
  const field = model.sizes?.auto?.reference;
  if (field === undefined || body[field] === undefined) return false;
  const validation = validateRequest(model, body);
  return validation.kind === 'valid' && validation.size?.kind !== 'fixed';
}

function expectValid(ask: () => Estimate): Estimate {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return refuse(`${error.violations.map(toFlagMessage).join('; ')}.`);
  }
}

/** A violation in the words of a command: its field, and others that are no words of English, are flags. */
export function toFlagMessage({ path, message }: InvalidRequestError['violations'][number]): string {
  const [, field = ''] = path.split('/');
  const isFirst = field !== '' && message.startsWith(field);
  const [subject, rest] = isFirst ? [`--${flagOf(field)}`, message.slice(field.length)] : ['', message];
  return subject + rest.replaceAll(FIELD_NAME, (name) => `--${flagOf(name)}`);
}

/** The flag of a field that the help names. */
function flagOf(field: string): string {
  const flag = toFlag(field);
  const [short = flag] = shortFlag(flag);
  return short;
}

/** A name with underscores that is neither quoted nor part of a path or URL. */
const FIELD_NAME = /(?<![\w"./:-])[a-z]+(?:_[a-z]+)+(?![\w"./:])/g;

function describe({ count, size, seconds, holdUsd }: Estimate, isSizeOpen: boolean): string {
  const outputs = seconds === undefined ? plural(count, 'image') : `${seconds} s of video`;
  const shape = isSizeOpen ? '' : ` of ${size.width}x${size.height}`;
  // Of several images fewer may be made, and charged.
  return `${outputs}${shape}, ${count > 1 ? 'at most ' : ''}${holdUsd} USD`;
}

/** The rates that a gateway states, for what cannot be estimated. */
export function ratesOf(pricing: Pricing | undefined, operation: ModelOperation): string {
  const charged = pricing?.by_operation?.[operation] ?? pricing;
  const rates = Object.entries(charged?.effective_rates ?? {}).map(([name, rate]) =>
    name === charged?.unit ? `${rate} USD` : `${name.replaceAll('_', ' ')} ${rate} USD`,
  );
  if (rates.length === 0) return 'the gateway states no price';
  const unit = charged?.unit?.replace(/\d+/, (number) => Number(number).toLocaleString('en-US'));
  return `${rates.join(', ')}${unit ? ` per ${unit}` : ''}`;
}
