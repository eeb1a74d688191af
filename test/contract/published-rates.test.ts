import { expect, test } from 'vitest';
import type { Sizes, UnitPrices } from '../../generated/vocabulary.ts';
import { publishedRates } from '../../src/contract/published-rates.ts';
import { modelOf } from './requests.ts';

const base = modelOf('qx-image-3.0-pro');
const table = { S: { '1:1': '512x512', '2:1': '1024x512' }, L: { '1:1': '2048x2048', '2:1': '2048x1024' } };

function ratesOf(forms: Sizes['forms'], rates: UnitPrices['rates']): object {
  if (!base.sizes) throw new TypeError('the model has sizes');
  return publishedRates(
    { ...base, sizes: { ...base.sizes, forms, table }, prices: { unit: 'image', rates } },
    '1',
  );
}

test.each([
  [
    'a rate that only exact pixels reach',
    ['ratio', 'pixels'],
    { S: 0.01, L: 0.03, up_to_3000000_pixels: 0.02 },
  ],
  ['no rate that nothing reaches', ['ratio'], { S: 0.01, L: 0.03 }],
] satisfies readonly (readonly [string, Sizes['forms'], object])[])('publishes %s', (_name, forms, want) => {
  const rates: UnitPrices['rates'] = [
    { tier: 'S', rate: '0.01' },
    { tier: 'L', rate: '0.030' },
    { max_pixels: 3_000_000, rate: '0.02' },
  ];
  expect(ratesOf(forms, rates)).toEqual(want);
});

test('publishes the rate of the larger sizes of a tier', () => {
  const rates: UnitPrices['rates'] = [
    { max_pixels: 262_144, rate: '0.01' },
    { max_pixels: 3_000_000, rate: '0.02' },
    { rate: '0.03' },
  ];
  expect(ratesOf(['ratio'], rates)).toEqual({ S: 0.01, L: 0.03, up_to_3000000_pixels: 0.02 });
});

test('publishes the rate beyond all tiers', () => {
  const rates: UnitPrices['rates'] = [{ max_pixels: 9_000_000, rate: '0.01' }, { rate: '0.03' }];
  expect(ratesOf(['ratio', 'pixels'], rates)).toEqual({ S: 0.01, L: 0.01, other_sizes: 0.03 });
});
