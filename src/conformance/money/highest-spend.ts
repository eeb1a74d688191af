import type { ExpandedCase } from '../expand/expand.ts';
import { valueFor } from '../expand/model-bodies.ts';
import { isObject, type Json, type JsonObject, toList, toObject } from '../suite/json.ts';
import { findModel, type Suite } from '../suite/suite.ts';
import type { Price, PriceOf } from './price-list.ts';
import { type SpendingRequest, spendingRequests } from './spending-requests.ts';

export interface HighestSpend {
  readonly nanoUsd: bigint;
  /** The most it can cost if the target accepts and charges what it must refuse. */
  readonly ifAccepted: bigint;
  readonly sources: ReadonlySet<Price['source']>;
}

/** An upper bound for the cost of all requests of a case; 0 for a case without a chargeable request. */
export async function highestSpend(
  one: ExpandedCase,
  { contract, models }: Pick<Suite, 'contract' | 'models'>,
  priceOf: PriceOf,
): Promise<HighestSpend> {
  const requests = await Promise.all(
    spendingRequests(one, contract).map(async (request) => {
      const name = chargedModel(request, models);
      const price = await priceOf(name);
      const cost = costOf(request, { price, file: findModel(models, name) ?? {} });
      const usd = (Number.isFinite(cost) ? Math.max(cost, MIN_USD) : MAX_USD) * request.times;
      return { usd, source: price.source, isRefused: request.isRefused };
    }),
  );
  const expected = requests.filter(({ isRefused }) => !isRefused);
  return {
    nanoUsd: total(expected),
    ifAccepted: total(requests),
    sources: new Set(expected.map(({ source }) => source)),
  };
}

/** No chargeable request counts as free, whatever price is published. */
const MIN_USD = 1e-9;

/** A cap: absurd prices of a target cannot raise an estimate above it. */
const MAX_USD = 1e9;

/** Rounded up, so that the estimate is never below the charge. */
function total(costs: readonly { readonly usd: number }[]): bigint {
  const usd = Math.min(
    MAX_USD,
    costs.reduce((sum, cost) => sum + cost.usd, 0),
  );
  return BigInt(Math.ceil(Math.round(usd * 1e12) / 1e3));
}

/** The model that would respond: text is never charged at the rates of images or seconds. */
function chargedModel({ operation, body }: SpendingRequest, models: Suite['models']): string {
  const name = String(toObject(body).model ?? '');
  if (operation === 'createImage' || operation === 'createVideo') return name;
  const isText = ({ text }: JsonObject): boolean => isObject(text);
  const named = models.find(({ id }) => id === name);
  return named && isText(named) ? name : String(models.find(isText)?.id ?? name);
}

interface Priced {
  readonly price: Price;
  /** The model file; empty for an unknown model. */
  readonly file: JsonObject;
}

function costOf({ operation, body }: SpendingRequest, priced: Priced): number {
  const sent = toObject(body);
  switch (operation) {
    case 'createImage':
      return imageCost(sent, priced);
    case 'createVideo':
      return videoCost(sent, priced);
    default:
      return textCost(sent, priced);
  }
}

/** Every image at the highest rate; for a layer decomposition, as many images as the model file puts on hold. */
function imageCost(body: JsonObject, { price, file }: Priced): number {
  const { max = 1 } = toObject(toObject(file.output).images);
  const held = toList(toObject(toObject(file.prices).hold).cases).map((one) => Number(toObject(one).images));
  const made = evaluateOutput(toObject(toObject(file.output).images).count, body, file) ?? 1;
  const asked = Math.max(1, made, Number(body.n) || 1, groupSize(body));
  const images = body.layer_decomposition ? Math.max(1, ...held) : Math.min(asked, Number(max));
  return images * highest(price.rates) + toList(body.image_urls).length * price.furtherReference;
}

function groupSize(body: JsonObject): number {
  const grouped = Object.values(body).map((value) => (isObject(value) ? Number(value.max_images) : 0));
  return Math.max(0, ...grouped.filter(Number.isFinite));
}

/** Every second at the rate of the tier, or at the highest rate. */
function videoCost(body: JsonObject, { price, file }: Priced): number {
  const { maximum = MAX_CLIP_SECONDS } = toObject(toObject(toObject(file.schema).properties).duration);
  const asked = evaluateOutput(toObject(toObject(file.output).video).seconds, body, file) ?? 0;
  const seconds = asked > 0 && asked < Number(maximum) ? asked : Number(maximum);
  return seconds * (price.rates[String(body.resolution)] ?? highest(price.rates));
}

/** Assumed length of a clip when neither the schema nor the model file limits it. */
const MAX_CLIP_SECONDS = 60;

/** The value of an expression of the model file for a request; undefined when it depends on values of the run. */
function evaluateOutput(
  expression: Json | undefined,
  body: JsonObject,
  file: JsonObject,
): number | undefined {
  const value = Number(valueFor(expression, file, body));
  return Number.isFinite(value) ? value : undefined;
}

/** Assumed tokens of an attached file, or of each page of a PDF, where the specification gives no highest number. */
const [MEDIA_TOKENS, PAGE_TOKENS] = [20_000, 4000];

/** Assumed number of tool calls when the request does not limit them. */
const TOOL_CALLS = 10;

/** One token per byte of input, the longest possible output, and the tool calls. */
function textCost(body: JsonObject, { price, file }: Priced): number {
  const { input: read = highest(price.rates), output: write = highest(price.rates), ...cached } = price.rates;
  const most = Number(toObject(toObject(file.text).output_tokens).max ?? 0);
  const limits = [body.max_tokens, body.max_completion_tokens, body.max_output_tokens].filter(
    (limit) => typeof limit === 'number' && limit > 0,
  );
  const written = limits.length > 0 ? Math.min(Math.max(...limits.map(Number)), most || Infinity) : most;
  const tokens = textBytes(body) * highest({ read, ...cached }) + written * write;
  const calls = toList(body.tools).length > 0 ? Number(body.max_tool_calls) || TOOL_CALLS : 0;
  return tokens + calls * price.tool;
}

/** Bytes of all strings, plus some for the structure around each. */
function textBytes(value: Json | undefined): number {
  if (typeof value === 'string')
    return value.startsWith('data:') ? MEDIA_TOKENS : Buffer.byteLength(value) + 8;
  if (Array.isArray(value)) return value.reduce((sum: number, item: Json) => sum + textBytes(item), 0);
  if (!isObject(value)) return 8;
  if (isObject(value.$text))
    return Number(value.$text.characters ?? 0) + Number(value.$text.words ?? 0) * bytesOfWord(value.$text);
  if (isObject(value.$pdf)) return Math.max(MEDIA_TOKENS, Number(value.$pdf.pages ?? 1) * PAGE_TOKENS);
  if ('$image' in value || '$url' in value) return MEDIA_TOKENS;
  return Object.values(value).reduce((sum: number, member) => sum + textBytes(member), 0);
}

/** Bytes of a word and the space after it. */
function bytesOfWord({ of }: JsonObject): number {
  return typeof of === 'string' ? Buffer.byteLength(of) + 1 : 8;
}

function highest(rates: Readonly<Record<string, number>>): number {
  return Math.max(0, ...Object.values(rates));
}
