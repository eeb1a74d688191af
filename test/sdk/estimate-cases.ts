import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readModels } from '../../scripts/contract/models/read-models.ts';
import type { AddedModels } from '../../src/contract/added-models.ts';
import { findModel, models } from '../../src/contract/catalogue.ts';
import { type ModelRequest, type PlanOptions, plan } from '../../src/contract/requests/plan.ts';
import { loadModels } from '../../src/own-models/prepare-models.ts';
import type { ImagePriceVector, SizeVector } from '../conformance/vectors.ts';
import { pictures } from '../contract/requests.ts';
import { readVectors } from './read-vectors.ts';

/** What a scenario program estimates. */
export interface EstimateCase {
  readonly request: ModelRequest;
  readonly group_ratio?: string;
  readonly first_reference?: readonly [width: number, height: number];
}

/** What a scenario program prints for a case. */
export interface PrintedEstimate {
  readonly model: string;
  readonly size: string;
  readonly count: number;
  readonly seconds: number | null;
  readonly hold: string;
  readonly price: string;
}

/** A case, and what it comes to: an estimate as far as it is known, a size out of several, or a refusal. */
interface Expectation {
  readonly name: string;
  readonly given: EstimateCase;
  readonly wanted: Partial<PrintedEstimate> | { readonly sizes: readonly string[] } | 'refused';
}

/** Whole requests with sizes that the vectors state. */
function fromSizes(): readonly Expectation[] {
  return (readVectors('sizes') as unknown as readonly SizeVector[]).map(({ name, request, result }) => {
    const given = { request };
    if ('refused' in result) return { name, given, wanted: 'refused' };
    if ('open' in result) {
      const row = findModel(request.model)?.sizes?.table[result.open] ?? {};
      return { name, given, wanted: { sizes: Object.values(row) } };
    }
    return { name, given, wanted: { size: `${result.width}x${result.height}` } };
  });
}

/** Amounts of the vectors whose rates are those of a model, and whose images one request can ask for. */
function fromPrices(): readonly Expectation[] {
  const vectors = readVectors('prices') as unknown as readonly ImagePriceVector[];
  return vectors
    .filter((vector) => 'rates' in vector && new Set(vector.planned).size === 1)
    .flatMap((vector) =>
      models
        .filter((model) => hasRates(model.prices, vector.rates))
        .flatMap(({ identity }) => {
          const given = requestFor(identity.id, vector);
          if (!isPossible(given.request)) return [];
          const isWhole = vector.hold_images === undefined && `${vector.made}` === `${vector.planned}`;
          const wanted = { hold: vector.hold, ...(isWhole && { price: vector.charge }) };
          return [{ name: `${identity.id}: ${vector.name}`, given, wanted }];
        }),
    );
}

function hasRates(
  prices: object,
  { per_image, free_references, further_reference }: ImagePriceVector['rates'],
) {
  const { rates, reference_surcharge } = prices as {
    rates?: readonly object[];
    reference_surcharge?: object;
  };
  const surcharge = { free: free_references, rate: further_reference };
  const pair = (some: object) => JSON.stringify(Object.entries(some).map(String).toSorted());
  const given = per_image.map(({ usd, ...limit }) => pair({ ...limit, rate: usd }));
  if (`${rates?.map(pair)}` !== `${given}`) return false;
  if (further_reference === undefined) return reference_surcharge === undefined;
  return pair({ field: 'image_urls', ...surcharge }) === pair(reference_surcharge ?? {});
}

function requestFor(model: string, vector: ImagePriceVector): EstimateCase {
  const { planned, references, hold_images, group_ratio } = vector;
  const [size = ''] = planned;
  const tier = Object.entries(findModel(model)?.sizes?.table ?? {}).find(
    ([, row]) => row['1:1'] === size,
  )?.[0];
  const request = {
    model,
    prompt: 'A paper boat',
    size: hold_images === undefined ? size : tier,
    ...(planned.length > 1 && { n: planned.length }),
    ...(references > 0 && { image_urls: pictures(references) }),
    ...(hold_images !== undefined && { layer_decomposition: true }),
  };
  return { request, ...(group_ratio !== undefined && { group_ratio }) };
}

function isPossible(request: ModelRequest): boolean {
  try {
    plan(request);
    return true;
  } catch {
    return false;
  }
}

/** One ten-millionth makes 4.5 billionths of some rates, which are 5: half up, not to even. */
const RATIOS = ['1', '0.8', '0.0000001', '0.333333333', '12'];

/** Every valid example of every model, in its spellings by turns, as the contract prices it. */
async function fromExamples(added: AddedModels): Promise<readonly Expectation[]> {
  const sources = await readModels(fileURLToPath(new URL('../..', import.meta.url)));
  const own: unknown = JSON.parse(readFileSync(new URL('models/Estimated10.json', import.meta.url), 'utf8'));
  const all = [...sources.map(({ joined }) => joined), own] as readonly ModelFile[];
  return all
    .filter((file) => file['x-prices'].unit !== 'token')
    .flatMap((file) => {
      const { id, spellings = [id] } = file['x-model'];
      return ofModel({ spellings, valid: file['x-examples'].valid }, added);
    });
}

/** What a model file has that is looked at here. */
interface ModelFile {
  readonly 'x-model': { readonly id: string; readonly spellings?: readonly string[] };
  readonly 'x-prices': { readonly unit: string };
  readonly 'x-examples': { readonly valid: ExampleModel['valid'] };
}

interface ExampleModel {
  readonly spellings: readonly string[];
  readonly valid: readonly { readonly name: string; readonly request: object }[];
}

function ofModel({ spellings, valid }: ExampleModel, added: AddedModels): readonly Expectation[] {
  return valid.flatMap(({ name, request }, index) =>
    [undefined, [640, 960] as const].map((first_reference, at) => {
      const group_ratio = RATIOS[(index + at) % RATIOS.length] ?? '1';
      const body = { model: String(spellings[index % spellings.length]), ...request };
      const given = { request: body, group_ratio, ...(first_reference && { first_reference }) };
      return { name: `${body.model}: ${name}, ${group_ratio}`, given, wanted: planned(given, added) };
    }),
  );
}

function planned(
  { request, group_ratio = '1', first_reference: [width, height] = [0, 0] }: EstimateCase,
  added?: AddedModels,
): PrintedEstimate {
  const options: PlanOptions = {
    ...(added && { models: added }),
    groupRatio: group_ratio,
    ...(width > 0 && { firstReference: { width, height } }),
  };
  const { model, size, count, seconds = null, holdUsd, priceUsd } = plan(request, options);
  return { model, size: `${size.width}x${size.height}`, count, seconds, hold: holdUsd, price: priceUsd };
}

/** What no SDK estimates. */
const REFUSED: readonly EstimateCase[] = [
  { request: { model: 'no-such-model', prompt: 'A paper boat' } },
  { request: { model: 'qx3.8-max', prompt: 'A paper boat' } },
  { request: { model: 'SX-5-0-PRO', prompt: 'A paper boat' } },
  { request: { model: 'qx-image-3.0', prompt: 'A paper boat', n: 0 } },
  { request: { model: 'qx-image-3.0', prompt: 'A paper boat', n: '2' } },
  { request: { model: 'qx-image-3.0', prompt: 'A paper boat', n: 1.5 } },
  { request: { model: 'qx-image-3.0', prompt: 'A paper boat' }, group_ratio: '-1' },
  { request: { model: 'qx-image-3.0', prompt: 'A paper boat' }, group_ratio: '0.1234567891' },
  { request: { model: 'qx-image-3.0', prompt: 'A paper boat', size: 169 } },
];

/** What a null means, and a reference that decides between ratios. */
const FURTHER: readonly EstimateCase[] = [
  { request: { model: 'qx-image-3.0', prompt: 'A paper boat', n: null, size: null } },
  { request: { model: 'vxq3', prompt: 'A paper boat', image_urls: pictures(7), duration: null } },
  {
    request: {
      model: 'sx-5-0-lite',
      prompt: 'A paper boat',
      sequential_image_generation: 'auto',
      sequential_image_generation_options: { max_images: null },
    },
  },
  { request: { model: 'sx-5-0-pro', layer_decomposition: true, resolution: '1k', image_urls: pictures(1) } },
  ...[
    [1000, 1000],
    [1999, 1001],
    [320, 99],
    [9, 16],
  ].map(
    ([width = 1, height = 1]): EstimateCase => ({
      request: { model: 'sx-5-0-lite', prompt: 'A paper boat', size: 'auto', image_urls: pictures(2) },
      first_reference: [width, height],
    }),
  ),
];

/** Models that SDKs are generated with besides those of the contract; their expressions have every operation. */
export const OWN_MODELS = fileURLToPath(new URL('models', import.meta.url));

/** What the command and the SDKs say about the one of these models whose expressions have something else. */
export const UNESTIMATED =
  'unestimated-1.0 cannot be estimated by SDKs, which do not evaluate self.prompt.startsWith("Two").';

/** What every SDK estimates, and a comparison with what the vectors and the contract say. */
export interface EstimateCases {
  readonly given: readonly EstimateCase[];
  /** The printed estimates that are wrong. */
  findWrong(printed: unknown): readonly object[];
}

/** Reads the cases. */
export async function readEstimateCases(): Promise<EstimateCases> {
  const expectations: readonly Expectation[] = [
    ...fromSizes(),
    ...fromPrices(),
    ...(await fromExamples(await loadModels(OWN_MODELS))),
    ...FURTHER.map((given) => ({ name: JSON.stringify(given), given, wanted: planned(given) })),
    ...REFUSED.map((given) => ({ name: JSON.stringify(given), given, wanted: 'refused' as const })),
  ];
  const findWrong = (printed: unknown) => {
    if (!Array.isArray(printed) || printed.length !== expectations.length)
      return [{ wanted: `${expectations.length} estimates`, got: printed }];
    return expectations.flatMap(({ name, wanted }, index) => {
      const got: PrintedEstimate | { readonly refused: string } = printed[index];
      return isRight(got, wanted) ? [] : [{ name, wanted, got }];
    });
  };
  return { given: expectations.map(({ given }) => given), findWrong };
}

function isRight(
  got: PrintedEstimate | { readonly refused: string },
  wanted: Expectation['wanted'],
): boolean {
  if ('refused' in got || wanted === 'refused')
    return wanted === 'refused' && 'refused' in got && got.refused !== '';
  if ('sizes' in wanted) return wanted.sizes.includes(got.size);
  return Object.entries(wanted).every(([name, value]) => Reflect.get(got, name) === value);
}
