import { expect, test } from 'vitest';
import { once } from '../../../src/gateway/memory/once.ts';

test('loads with the first call, and gives every call the same', async () => {
  let loads = 0;
  const load = once(async () => ({ load: ++loads }));
  expect(loads).toBe(0);
  const [first, second] = await Promise.all([load(), load()]);
  expect([first, second, await load()]).toEqual([{ load: 1 }, { load: 1 }, { load: 1 }]);
  expect(loads).toBe(1);
});
