import { expect, it } from 'vitest';
import type { UnitPrices } from '../../generated/vocabulary.ts';
import { leastHold } from '../../src/contract/holds/possible-holds.ts';
import { formatUsd } from '../../src/contract/money.ts';
import { unitPrices } from '../../src/contract/price.ts';
import { accepted, modelOf, pictures } from './requests.ts';

const pro = modelOf('sx-5-0-pro');

it.each([
  // The first size of the tier, 1024x1024, has the most pixels.
  ['0.05', { width: 1024, height: 1024 }, '0.02'],
  ['0.02', { width: 1024, height: 1024 }, '0.02'],
  ['0.01', { width: 1152, height: 864 }, '0.01'],
])('finds the least hold where the other sizes of a tier cost %s', (more, size, amount) => {
  const prices: UnitPrices = {
    ...unitPrices(pro),
    rates: [{ max_pixels: 1024 * 1024 - 1, rate: more }, { rate: '0.02' }],
  };
  const asked = accepted('sx-5-0-pro', { size: 'auto', resolution: '1K', image_urls: pictures(1) });
  if (!asked.size) throw new TypeError('sx-5-0-pro has no size');
  const unread = { self: asked.self, size: asked.size, references: 1, groupRatio: '1' };
  const least = leastHold({ ...pro, prices }, unread);
  expect(formatUsd(least.amount)).toBe(amount);
  expect(least.outputs).toMatchObject([size]);
});
