import { expect, test } from 'vitest';
import { findDepositFault } from '../../src/cli/options/amount.ts';

const USD = 1_000_000_000n;
const rich = { id: 'acme', available: 8_000_000_000n * USD, held: 0n, used: 500_000_000n * USD };

test('an account holds at most nine billion dollars in total, including what was used', () => {
  expect(findDepositFault(undefined, 9_000_000_000n * USD)).toBeUndefined();
  expect(findDepositFault(rich, 500_000_000n * USD)).toBeUndefined();
  expect(findDepositFault(rich, 500_000_000n * USD + 1n)).toBe(
    'be at most 500000000 US dollars: an account holds at most 9000000000',
  );
  expect(findDepositFault(rich, -USD)).toBeUndefined();
  expect(findDepositFault({ ...rich, held: USD }, 500_000_000n * USD)).toMatch(/^be at most 499999999 US/);
});
