import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import type { UnitPrices } from '../../generated/vocabulary.ts';
import { readStream } from '../../src/conformance/wire/event-stream.ts';
import { formatUsd } from '../../src/contract/money.ts';
import { holdFor, priceOf } from '../../src/contract/price.ts';
import { compileExpression } from '../../src/contract/rules/cel.ts';
import { checkMeaning } from '../../src/contract/rules/check-meaning.ts';
import { bindSelf } from '../../src/contract/rules/self.ts';
import { verifyWebhook } from '../../src/contract/signature.ts';
import { placeAbsolute, placeNormalized, stackingOrder } from '../../src/contract/sizes/layer-box.ts';
import { parseDimensions } from '../../src/contract/sizes/ratio.ts';
import { validateRequest } from '../../src/contract/validate.ts';
import { toLanguage } from '../../src/gateway/language/with-language.ts';
import { priceOfText } from '../../src/gateway/text/price-text.ts';
import { modelOf } from '../contract/requests.ts';
import type {
  BoxVector,
  EventStreamVector,
  ImagePriceVector,
  LanguageVector,
  RuleVector,
  SignatureVector,
  SizeVector,
  StackVector,
  TextPriceVector,
} from './vectors.ts';

const FOLDER = join(import.meta.dirname, '../../conformance/vectors');
const schema = JSON.parse(await readFile(join(FOLDER, '../vectors.schema.json'), 'utf8')) as object;
const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.json'));

async function read<Vector>(name: string): Promise<readonly Vector[]> {
  const file = JSON.parse(await readFile(join(FOLDER, `${name}.json`), 'utf8')) as {
    readonly vectors: readonly Vector[];
  };
  return file.vectors;
}

test.each(files)('%s fits its schema, and has each name once', async (name) => {
  const validate = new Ajv2020({ strict: false }).compile(schema);
  const file = JSON.parse(await readFile(join(FOLDER, name), 'utf8')) as {
    readonly kind: string;
    readonly vectors: readonly { readonly name: string }[];
  };
  expect(validate(file) ? [] : validate.errors).toEqual([]);
  expect(`${file.kind}.json`).toBe(name);
  expect(new Set(file.vectors.map((vector) => vector.name)).size).toBe(file.vectors.length);
});

test('there is a file of each kind', () => {
  expect(files.toSorted()).toEqual([
    'event-streams.json',
    'languages.json',
    'layer-geometry.json',
    'prices.json',
    'rules.json',
    'sizes.json',
    'webhook-signatures.json',
  ]);
});

test.each(await read<SignatureVector>('webhook-signatures'))(
  'signature: $name',
  async ({ headers, body, secrets, now, valid }) => {
    const message = {
      id: headers['webhook-id'],
      timestampSeconds: Number(headers['webhook-timestamp']),
      body,
    };
    const options = { signature: headers['webhook-signature'], secrets, nowSeconds: now };
    expect(await verifyWebhook(message, options)).toBe(valid);
  },
);

const geometry = await read<BoxVector | StackVector>('layer-geometry');

test.each(geometry.filter((vector) => 'box' in vector))('layer: $name', ({ box, canvas, placement }) => {
  const placed =
    'absolute' in box
      ? placeAbsolute(box.absolute)
      : placeNormalized(box.normalized, canvas ?? { width: 0, height: 0 });
  const { x, y, width, height } = placed;
  for (const [actual, wanted] of [
    [x, placement.x],
    [y, placement.y],
    [width, placement.w],
    [height, placement.h],
  ] as const)
    expect(actual).toBeCloseTo(wanted, 9);
});

test.each(geometry.filter((vector) => 'z_index' in vector))('layer: $name', ({ z_index, bottom_to_top }) => {
  const layers = z_index.map((one, index) => ({ z_index: one, index }));
  expect(stackingOrder(layers).map(({ index }) => index)).toEqual(bottom_to_top);
});

test.each(await read<SizeVector>('sizes'))('size: $name', ({ request, result }) => {
  const validation = validateRequest(modelOf(request.model), request);
  if (validation.kind === 'error') throw new Error(validation.message);
  if ('refused' in result) {
    const fields = validation.kind === 'invalid' ? validation.violations.map(({ path }) => path) : [];
    expect(fields).toEqual([`/${result.refused}`]);
    return;
  }
  if (validation.kind !== 'valid') throw new Error(JSON.stringify(validation.violations));
  const { size } = validation;
  const plan =
    size?.kind === 'fixed' ? { width: size.width, height: size.height } : { open: size?.tier ?? '' };
  expect(plan).toEqual(result);
});

const prices = await read<ImagePriceVector | TextPriceVector>('prices');

test.each(prices.filter((vector) => 'rates' in vector))('price: $name', (vector) => {
  const { planned, made, references, group_ratio: groupRatio = '1' } = vector;
  const model = { ...modelOf('sx-5-0-pro'), prices: toPrices(vector) };
  const toOutputs = (sizes: readonly string[]) =>
    sizes.map((size) => ({ ...parseDimensions(size), tier: undefined, units: 1 }));
  const factors = { references, groupRatio };
  expect(formatUsd(holdFor(model, {}, { outputs: toOutputs(planned), ...factors }))).toBe(vector.hold);
  // A task without outputs has failed: it costs nothing.
  const charge = made.length === 0 ? 0n : priceOf(model, toOutputs(made), factors);
  expect(formatUsd(charge)).toBe(vector.charge);
});

function toPrices({ rates, hold_images: images }: ImagePriceVector): UnitPrices {
  const { per_image, further_reference: rate, free_references: free = 0 } = rates;
  const [first, ...more] = per_image.map(({ usd, ...limit }) => ({ rate: usd, ...limit }));
  if (!first) throw new TypeError('A vector has at least one rate.');
  return {
    unit: 'image',
    rates: [first, ...more],
    ...(rate !== undefined && { reference_surcharge: { field: 'image_urls', free, rate } }),
    ...(images !== undefined && { hold: { cases: [{ id: 'layers', when: 'true', images }] } }),
  };
}

test.each(prices.filter((vector) => 'text_rates' in vector))('price: $name', (vector) => {
  const { per, tools_per, tools, ...tokens } = vector.text_rates;
  const { usage } = vector;
  const price = priceOfText(
    { unit: 'token', per, tokens, tools: { per: tools_per, rates: tools } },
    {
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
      reasoningTokens: usage.reasoning_tokens,
      cache: {
        cached: usage.cached_tokens,
        created: usage.cache_creation_input_tokens,
        isExplicit: usage.is_explicit,
      },
      toolCalls: usage.tools,
    },
    vector.group_ratio ?? '1',
  );
  expect(formatUsd(price)).toBe(vector.charge);
});

const rules = await read<RuleVector>('rules');

test.each(rules)('rule: $name', ({ model: id, rule, defaults, request, field, valid }) => {
  const model = modelOf(id);
  const declared = model.rules.find((one) => one.rule === rule);
  expect(declared?.path).toBe(field);
  expect(compileExpression(rule)(toCel({ ...defaults, ...request }))).toEqual({
    kind: 'value',
    value: valid,
  });
  const self = bindSelf(model, request);
  const { violations } = checkMeaning({ model, request, self, countExcess: () => undefined });
  expect(violations.some((violation) => violation.rule === declared?.id)).toBe(!valid);
});

test('every rule of every model has vectors that hold and vectors that do not', () => {
  const models = [...new Set(rules.map(({ model }) => model))].map(modelOf);
  for (const { identity, rules: declared } of models) {
    for (const { rule } of declared) {
      const own = rules.filter((vector) => vector.model === identity.id && vector.rule === rule);
      expect(new Set(own.map(({ valid }) => valid)), rule).toEqual(new Set([true, false]));
    }
  }
});

/** JSON as CEL represents it: integers are bigint. */
function toCel(value: unknown): Record<string, unknown> {
  const convert = (one: unknown): unknown => {
    if (typeof one === 'number' && Number.isInteger(one)) return BigInt(one);
    if (Array.isArray(one)) return one.map(convert);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, convert(member)]));
  };
  return convert(value) as Record<string, unknown>; // an object stays one
}

test.each(await read<LanguageVector>('languages'))('language: $name', ({ value, code }) => {
  expect(toLanguage(value) ?? null).toBe(code);
});

describe('event streams', async () => {
  const vectors = await read<EventStreamVector>('event-streams');
  // Each part is written separately, so that it can arrive separately.
  const server = createServer((request, response) => {
    const { text = '', splits = [] } = vectors[Number(request.url?.slice(1))] ?? {};
    const bytes = Buffer.from(text);
    const ends = [...splits, bytes.length];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const write = async (): Promise<void> => {
      for (const [index, end] of ends.entries()) {
        response.write(bytes.subarray(ends[index - 1] ?? 0, end));
        await nextTurn();
      }
      response.end();
    };
    void write();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  afterAll(() => server.close());

  test.each(vectors.map((vector, index) => ({ ...vector, index })))('event stream: $name', async (vector) => {
    const url = `http://127.0.0.1:${port}/${vector.index}`;
    const { events, done, comments } = await readStream({ method: 'GET', url, headers: {} });
    expect(events.map(({ event, text }) => ({ event, data: text }))).toEqual(vector.events);
    expect({ done, comments }).toEqual({ done: vector.done, comments: vector.comments });
  });

  test('a stream is left after that many events', async () => {
    const index = vectors.findIndex(({ name }) => name === 'split after every byte');
    const url = `http://127.0.0.1:${port}/${index}`;
    const { events, done } = await readStream({ method: 'GET', url, headers: {} }, 1);
    expect({ count: events.length, done }).toEqual({ count: 1, done: false });
  });
});
