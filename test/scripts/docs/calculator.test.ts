import { expect, test } from 'vitest';
import { readSiteContract } from '../../../scripts/docs/site-contract.ts';
import { type TokenForm, tokenControls, wrongCounts } from '../../../site/theme/calculator-request.ts';
import { judgeRequest, judgeTokens } from '../../../site/theme/judge-request.ts';

const { contract } = await readSiteContract([]);
const text = contract.models.find(({ id }) => id === 'qx3.8-max');
const form = { kind: 'tokens', prices: text?.vocabulary['x-prices'] } as unknown as TokenForm; // as on its page
const judge = (request: object) => judgeRequest({ ...request }, async () => undefined);
const image_urls = ['https://images.example.com/1.png'];

test('layers cost what is made, and at most what is held', async () => {
  expect(await judge({ model: 'sx-5-0-pro', layer_decomposition: true, image_urls })).toMatchObject({
    isAtMost: true,
    details: [expect.stringMatching(/^at most 17 images, /), 'held at submission: $1.53'],
  });
  expect(await judge({ model: 'sx-5-0-pro', prompt: 'A boat' })).toMatchObject({ isAtMost: false });
});

test('a clip of one second is no plural', async () => {
  expect(await judge({ model: 'vxq3-mix', prompt: 'A boat', image_urls, duration: 1 })).toMatchObject({
    details: [expect.stringMatching(/^a clip of 1 second, /), expect.anything()],
  });
});

test('calls of tools alone are named', async () => {
  expect(await judgeTokens(form, { web_search: '1000' })).toMatchObject({
    priceUsd: '10',
    details: ['1,000 calls of tools'],
  });
  expect(await judgeTokens(form, { input: '1000', output: '1' })).toMatchObject({
    details: ['1,000 tokens in, 1 out'],
  });
});

test('fields for text are labelled as in the table, and take no negative number', () => {
  const controls = tokenControls(form);
  expect(controls.map(({ label }) => label)).toContain('explicit cached input');
  expect(wrongCounts(controls, { cached_input: '-5', input: '10', output: '' })).toEqual([
    'cached input must be a whole number, 0 or more; got -5',
  ]);
});
