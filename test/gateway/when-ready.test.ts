import { expect, test } from 'vitest';
import { whenReady } from '../../src/gateway/when-ready.ts';

const double = (value: number) => value * 2;

test('a value that is there is passed on at once', () => {
  expect(whenReady(2, double)).toBe(4);
});

test('a promised value is passed on once it is there', async () => {
  const result = whenReady(Promise.resolve(2), double);
  expect(result).toBeInstanceOf(Promise);
  expect(await result).toBe(4);
});

test('a rejection is passed on without the next step', async () => {
  const error = new Error('gone');
  await expect(whenReady(Promise.reject<number>(error), double)).rejects.toBe(error);
});
