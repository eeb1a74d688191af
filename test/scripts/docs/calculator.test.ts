import { expect, test } from 'vitest';
import { readSiteContract } from '../../../scripts/docs/site-contract.ts';
import { type TokenForm, tokenControls, wrongNumbers } from '../../../site/theme/calculator-request.ts';
import { judgeRequest, judgeTokens } from '../../../site/theme/judge-request.ts';

const { contract } = await readSiteContract([]);
const text = contract.models.find(({ id }) => id === 'qx3.8-max');
const form = {
  kind: 'tokens',
  prices: text?.vocabulary['x-prices'],
  limits: text?.vocabulary['x-text'],
} as unknown as TokenForm; // as on its page
const judge = (request: object, groupRatio = '1') =>
  judgeRequest({ ...request }, { groupRatio, loadModels: async () => undefined });
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
    price: '$10.00',
    details: ['1,000 tool calls'],
  });
  expect(await judgeTokens(form, { input: '1000', output: '1' })).toMatchObject({
    details: ['1,000 input tokens, 1 output token'],
  });
});

test('fields for text are labelled as in the table, and take no negative number', () => {
  const controls = tokenControls(form);
  expect(controls.map(({ label }) => label)).toContain('explicit cached input');
  expect(wrongNumbers(controls, { cached_input: '-5', input: '10', output: '' })).toEqual([
    'cached input must be a whole number, 0 or more; got -5',
  ]);
});

test('what the model would refuse has no price', async () => {
  expect(await judgeTokens(form, { input: '983617', output: '131073', web_extractor: '1' })).toEqual({
    kind: 'invalid',
    messages: [
      'the input must have at most 983,616 tokens; got 983,617',
      'the output must have at most 131,072 tokens; got 131,073',
      'web_extractor must be declared together with web_search; enter 0 if web_search is declared but not called',
    ],
  });
  const most = { input: '983616', output: '131072', web_extractor: '1', web_search: '0' };
  expect(await judgeTokens(form, most)).toMatchObject({ kind: 'valid' });
});

test('the price ratio of a group counts for images and for text', async () => {
  const request = { model: 'sx-5-0-pro', prompt: 'A boat' };
  expect(await judge(request, '0.5')).toMatchObject({ price: '$0.0225' });
  expect(await judgeTokens(form, { web_search: '1000', 'price-ratio': '0.5' })).toMatchObject({
    price: '$5.00',
  });
  expect(wrongNumbers([], { 'price-ratio': '1e3' })).toEqual([
    "price ratio of the key's group must be a decimal such as 0.8, with at most 9 decimals; got 1e3",
  ]);
  expect(wrongNumbers([], { 'price-ratio': '' })).toEqual([]);
});
