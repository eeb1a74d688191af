import { expect, test } from 'vitest';
import { nextStep } from '../../../src/gateway/webhooks/next-try.ts';

const now = Date.UTC(2026, 10, 20, 12);
const retried = { state: 'pending', nextAt: now + 10_000 };

test.each([
  [199, retried],
  [200, { state: 'delivered' }],
  [204, { state: 'delivered' }],
  [299, { state: 'delivered' }],
  [300, retried],
  [304, retried],
  [399, retried],
  [400, { state: 'failed' }],
  [499, { state: 'failed' }],
  [500, retried],
  [599, retried],
])('status %i of the first attempt leads to %o', (status, step) => {
  expect(nextStep({ kind: 'answered', status }, { tries: 1, now })).toEqual(step);
});

test.each([
  [1, { state: 'pending', nextAt: now + 10_000 }],
  [2, { state: 'pending', nextAt: now + 30_000 }],
  [3, { state: 'pending', nextAt: now + 60_000 }],
  [4, { state: 'failed' }],
  [5, { state: 'failed' }],
])('attempt %i without a connection leads to %o', (tries, step) => {
  expect(nextStep({ kind: 'unreachable', reason: 'timeout' }, { tries, now })).toEqual(step);
});

test('a refused address is discarded with its reason, whatever the attempt', () => {
  for (const tries of [1, 4])
    expect(nextStep({ kind: 'refused', reason: 'port 1 is not allowed' }, { tries, now })).toEqual({
      state: 'discarded',
      reason: 'port 1 is not allowed',
    });
});
