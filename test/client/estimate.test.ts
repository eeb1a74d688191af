import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readModels } from '../../scripts/contract/models/read-models.ts';
import { estimate, InvalidRequestError } from '../../src/client/estimate/index.ts';
import { createClient, type TaskRequest } from '../../src/client/index.ts';
import { validate } from '../../src/contract/requests/validate.ts';
import type { ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';
import { createFetchHandler } from '../../src/http/fetch.ts';
import { createTestGateway } from '../support/create-test-gateway.ts';
import { referenceImage } from '../support/reference-images.ts';

interface Example {
  readonly name: string;
  readonly request: object;
}

const sources = await readModels(fileURLToPath(new URL('../..', import.meta.url)));
const rows = sources.flatMap(({ id, vocabulary }) => {
  const { operation } = vocabulary['x-model'] as unknown as { readonly operation: string };
  const { valid } = vocabulary['x-examples'] as unknown as { readonly valid: readonly Example[] };
  const operationId = operation === 'video_generation' ? ('createVideo' as const) : ('createImage' as const);
  return operation === 'chat_completion'
    ? []
    : valid.map(({ name, request }) => ({
        id,
        name,
        operationId,
        request: { model: id, ...request } as TaskRequest,
      }));
});

const firstReference = { width: 900, height: 600 };
const picture = await referenceImage({ ...firstReference, format: 'png', hasAlpha: true });
const fetcher: ReferenceFetcher = {
  fetch: async () => ({ kind: 'fetched', bytes: picture, declaredType: undefined }),
};

describe.each(['1', '0.8'])('with a group ratio of %s', (groupRatio) => {
  test.each(rows)('the gateway holds what is estimated: $id, $name', async ({ operationId, request }) => {
    const { gateway } = createTestGateway({
      keys: { 'sk-alpha': { account: 'alpha', groupRatio } },
      ports: { fetcher },
    });
    const client = createClient({
      baseUrl: 'http://g.test',
      apiKey: 'sk-alpha',
      fetch: createFetchHandler(gateway),
    });
    await client.operations[operationId](request as never);
    const { remain_balance: left } = await client.balance.account();
    const { holdUsd } = estimate(request, { groupRatio, firstReference });
    expect(Number(holdUsd)).toBeGreaterThan(0);
    expect(1000 - left).toBeCloseTo(Number(holdUsd), 9);
  });
});

test.each([
  [
    { model: 'sx-5-0-pro', prompt: 'x' },
    { size: { width: 1024, height: 1024 }, count: 1, holdUsd: '0.045' },
  ],
  [
    { model: 'qx-image-3.0', prompt: 'x', n: 9 },
    { size: { width: 1024, height: 1024 }, count: 6 },
  ],
  [
    { model: 'sx-5-0-pro', layer_decomposition: true, size: '1K', image_urls: ['https://a.example/1.png'] },
    { count: 17, holdUsd: '0.765', priceUsd: '0.765' },
  ],
  [
    { model: 'vxq3', prompt: 'x', image_urls: ['https://a.example/1.png'], duration: 8 },
    { seconds: 8, count: 1 },
  ],
] as const)('output and price of %j', (request, want) => {
  expect(estimate(request as TaskRequest)).toMatchObject(want);
});

test('members that are undefined are not sent, and not looked at', () => {
  const options: { readonly size?: string | undefined; readonly callback?: string | undefined } = {};
  const request = { model: 'sx-5-0-pro', prompt: 'x', size: options.size, no_such_field: options.callback };
  expect(estimate(request as TaskRequest)).toEqual(estimate({ model: 'sx-5-0-pro', prompt: 'x' }));
  expect(validate({ ...request, image_urls: undefined })).toEqual([]);
});

test.each(['-1', 'x', '0.1234567890'])('a group ratio of %s is a mistake', (groupRatio) => {
  expect(() => estimate({ model: 'sx-5-0-pro', prompt: 'x' }, { groupRatio })).toThrow(RangeError);
});

test('what the gateway would reject is reported before it is sent', () => {
  const refused = () => estimate({ model: 'sx-5-0-pro', prompt: 'x', n: 2, size: '9:21' });
  expect(refused).toThrow(InvalidRequestError);
  expect(refused).toThrow(/n .*; size: "9:21" is not supported/u);
  expect(() => estimate({ model: 'sx-6' } as never)).toThrow('There is no image or video model "sx-6".');
});
