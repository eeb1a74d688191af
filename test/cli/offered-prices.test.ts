import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { drawReference } from '../../src/conformance/peers/reference-file.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { callCommand } from './call-command.ts';

/** What a gateway states; undefined where it states nothing. */
let pricing: object | undefined;
let refusal = 404;
const gateway = createServer((_request, response) => {
  response.writeHead(pricing ? 200 : refusal, { 'content-type': 'application/json' });
  response.end(JSON.stringify(pricing ? { success: true, data: { model: 'sx-5-0-pro', pricing } } : {}));
});

const url = `http://127.0.0.1:${await listenOnLoopback(gateway)}`;
afterAll(() => gateway.close());

const CONTRACT = { '1K': 0.045, '1.5K': 0.045, '2K': 0.09, further_reference: 0.003 };

async function offered(
  effective_rates: object | undefined,
  group_ratio = 1,
  ...flags: readonly string[]
): Promise<string> {
  pricing = effective_rates && { unit: 'image', group_ratio, effective_rates };
  const to = ['--url', url, '--key', 'sk-any'];
  const boat = ['--model', 'sx-5-0-pro', '--prompt', 'A fox', ...flags];
  const { code, err } = await callCommand('image', ...boat, ...to);
  expect(code).toBe(2);
  return err.replace(/\. There is no terminal to ask on[\s\S]*/, '');
}

test.each([
  ['states no price', undefined, 1, '0.045'],
  ['states the prices of the contract', CONTRACT, 1, '0.045'],
  [
    'has a discount',
    { '1K': 0.036, '1.5K': 0.036, '2K': 0.07200000000000001, further_reference: 0.0024 },
    0.8,
    '0.036',
  ],
  ['states a factor that is none', {}, -1, '0.045'],
  ['states a factor without end', {}, 1e300, '0.045'],
])('a gateway that %s: the price is that of the contract', async (_, rates, ratio, usd) => {
  expect(await offered(rates, ratio)).toBe(`sx-5-0-pro: 1 image of 1024x1024, ${usd} USD`);
});

test('the size that a picture decides is told if the picture is here', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-prices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'wide.png');
  writeFileSync(path, (await drawReference('1600x900.png')).bytes);
  const auto = ['--size', 'auto', '--image'];
  expect(await offered(undefined, 1, ...auto, path)).toBe('sx-5-0-pro: 1 image of 1312x736, 0.045 USD');
  expect(await offered(undefined, 1, ...auto, 'https://a.example/x.png')).toBe(
    'sx-5-0-pro: 1 image, 0.045 USD',
  );
});

test.each([
  [
    'another rate',
    { ...CONTRACT, '1K': 0.5 },
    '1K 0.5 USD, 1.5K 0.045 USD, 2K 0.09 USD, further reference 0.003 USD',
  ],
  [
    'a slightly higher rate',
    { ...CONTRACT, further_reference: 0.0031 },
    '1K 0.045 USD, 1.5K 0.045 USD, 2K 0.09 USD, further reference 0.0031 USD',
  ],
  ['other tiers', { small: 0.5 }, 'small 0.5 USD'],
])(
  'a gateway with %s for the model: its rates are shown, not those of the contract',
  async (_, rates, shown) => {
    expect(await offered(rates)).toBe(
      `sx-5-0-pro: ${shown} per image, by the gateway; the contract has other prices`,
    );
  },
);

test.each([401, 403])(
  'a gateway that answers %i does not want this key: nothing is estimated',
  async (status) => {
    refusal = status;
    const shown = await offered(undefined).finally(() => {
      refusal = 404;
    });
    expect(shown).toMatch(new RegExp(`^The gateway answered ${status}: `));
  },
);

test('a text model without a contract: its flags are not known', async () => {
  const to = ['--url', url, '--key', 'sk-any'];
  const { code, err } = await callCommand(
    'chat',
    '--model',
    'oracle',
    '--prompt',
    'Rain?',
    '--tone',
    'dry',
    ...to,
  );
  expect({ code, err }).toEqual({
    code: 2,
    err: 'Unknown option --tone. The parameters of oracle are not known here: --set NAME=VALUE sends any field. See: npx gatewright help chat\n',
  });
});
