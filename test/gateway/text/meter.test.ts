import { expect, test } from 'vitest';
import { createMeter } from '../../../src/gateway/text/answer/meter.ts';

const cache = { cached: 0, created: 0, isExplicit: false };

test('output may reach the limit exactly, and a chunk beyond it is not counted', () => {
  const meter = createMeter({ inputTokens: 6, cache, maxOutputTokens: 10 });
  expect(meter.hasBegun()).toBe(false);
  expect(meter.add({ kind: 'reasoning', text: 'A', tokens: 4 })).toBe(true);
  expect(meter.add({ kind: 'text', text: 'boat', tokens: 7 })).toBe(false);
  expect(meter.add({ kind: 'text', text: 'boat', tokens: 6 })).toBe(true);
  expect(meter.add({ kind: 'text', text: '.', tokens: 1 })).toBe(false);
  expect(meter.usage()).toMatchObject({ inputTokens: 6, outputTokens: 10, reasoningTokens: 4 });
});

test('a model has ended once it says so, not when its output was cut', () => {
  const meter = createMeter({ inputTokens: 6, cache, maxOutputTokens: 1 });
  meter.add({ kind: 'text', text: 'A boat', tokens: 2 });
  expect(meter.hasEnded()).toBe(false);
  expect([meter.add({ kind: 'end', reason: 'stop' }), meter.hasEnded()]).toEqual([true, true]);
});

test('a model whose first chunk does not fit has begun anyway: it has read the input', () => {
  const meter = createMeter({ inputTokens: 6, cache, maxOutputTokens: 1 });
  expect(meter.add({ kind: 'text', text: 'A boat', tokens: 2 })).toBe(false);
  expect([meter.hasBegun(), meter.usage().outputTokens]).toEqual([true, 0]);
});
