import { afterEach, expect, test, vi } from 'vitest';
import { chargeOf } from '../../src/conformance/expand/charges.ts';
import { expansions } from '../../src/conformance/expand/expansions.ts';
import { mediaLimits } from '../../src/conformance/expand/media-limits.ts';
import { toNanoUsd } from '../../src/conformance/language/nano-usd.ts';
import { startBusyMeter } from '../../src/conformance/peers/busy-meter.ts';
import { isNothingProven } from '../../src/conformance/report/count-requirements.ts';
import { createRedactor } from '../../src/conformance/report/redact.ts';
import { type Json, toObject } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { createTargetTime } from '../../src/conformance/target/target-time.ts';
import { toAddress } from '../../src/conformance/wire/raw-socket.ts';
import { seenTasks } from '../../src/conformance/wire/seen-tasks.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('of the tasks in one answer, twenty are remembered, with ids of at most a thousand characters', () => {
  const seenIn = (ids: readonly string[]) =>
    seenTasks({
      request: { method: 'POST', url: 'http://g.test/v1/images/generations', headers: {} },
      response: {
        status: 200,
        headers: {},
        bytes: new Uint8Array(),
        text: '',
        body: { code: 200, data: ids.map((task_id) => ({ task_id })) },
      },
      tookMs: 1,
    }).map(({ id }) => id);
  const ids = Array.from({ length: 30 }, (_, index) => `task_${index}`);
  expect(seenIn(ids)).toEqual(ids.slice(0, 20));
  expect(seenIn(['x'.repeat(1000), 'x'.repeat(1001)])).toEqual(['x'.repeat(1000)]);
});

test.each([
  [0, 0, 45_000_000],
  [1, 0, 45_000_000],
  [3, 2, 51_000_000],
])('of %i references, %i cost something: the first is free', (references, further, nano_usd) => {
  const model = {
    operation: 'image_generation',
    output: { kind: 'image' },
    prices: {
      unit: 'image',
      rates: [{ rate: '0.045', max_pixels: 2_601_124 }, { rate: '0.09' }],
      reference_surcharge: { field: 'image_urls', free: 1, rate: '0.003' },
    },
  };
  const body = { image_urls: Array.from({ length: references }, () => 'https://a.example/1.png') };
  const charge = chargeOf(model, body, { width: 1024, height: 1024 });
  expect(charge).toEqual({ line: 0, units: 1, further, nano_usd });
});

test.each([
  ['an inexact clock', { exact: false, isTimed: true, steps: [1, 1, 0.5] }],
  ['an inexact clock where no time is measured', { exact: false, isTimed: false, steps: [2.5] }],
  ['an exact clock', { exact: true, isTimed: true, steps: [2.5] }],
])('%s is advanced in steps', async (_, { exact, isTimed, steps }) => {
  const seen: unknown[] = [];
  const clock = { advance: { path: '/advance' }, now: { path: '/now', value: 'body.now' }, exact };
  const callHook = async (
    { path }: { readonly path: string },
    values?: Readonly<Record<string, unknown>>,
  ) => {
    if (path === '/advance') seen.push(values?.seconds);
    return { status: 200, headers: {}, bytes: new Uint8Array(), text: '', body: { now: 100 } };
  };
  const time = await createTargetTime(clock, { callHook, isTimed: () => isTimed });
  await time.pass(2.5);
  expect([seen, time.now()]).toEqual([steps, 102.5]);
});

test('time is lost from a fifth of a second on, and counts for fifteen seconds', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const meter = startBusyMeter();
  const turn = (milliseconds: number) => {
    now += milliseconds;
    vi.advanceTimersByTime(100);
  };
  turn(299);
  expect(meter.lostSince(0)).toBe(0);
  turn(300);
  turn(1100);
  expect(meter.lostSince(0)).toBe(1.2);
  expect(meter.lostSince(600)).toBe(1);
  for (let count = 0; count < 150; count += 1) turn(100);
  turn(400);
  expect(meter.lostSince(0)).toBe(1.2);
  expect(meter.lostSince(2000)).toBe(0.3);
  meter.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['https://gateway.example/v1', { host: 'gateway.example', port: 443 }],
  ['http://gateway.example/v1', { host: 'gateway.example', port: 80 }],
  ['https://[::1]:8443/', { host: '::1', port: 8443 }],
])('a raw request to %s goes to its port', (url, address) => {
  expect(toAddress(new URL(url))).toEqual(address);
});

test('amounts have at most nine decimals', () => {
  expect(toNanoUsd('0.123456789')).toBe(123_456_789n);
  expect(() => toNanoUsd('0.1234567891')).toThrow('nano: 0.1234567891 has more than 9 decimals');
});

test('a text of more than a megabyte is cut, together with what may be part of a secret', () => {
  const { text } = createRedactor({ base_url: 'http://g.test', keys: { rich: 'sk-a' } });
  const most = 2 ** 20;
  expect(text('-- '.repeat(most).slice(0, most))).toHaveLength(most);
  const cut = text('-- '.repeat(most).slice(0, most + 1));
  expect(cut.slice(-40)).toMatch(/-- \.\.\.\(1048577 characters\)$|\.\.\.\(1048577 characters\)$/);
  expect(cut).toHaveLength(most - 2000 + '...(1048577 characters)'.length);
});

test('a run without any requirement is no run in which nothing was proven', () => {
  const none = { passed: 0, failed: 0, known: 0, warning: 0, unproven: 0, error: 0 };
  expect([none, { ...none, unproven: 2 }, { ...none, unproven: 2, passed: 1 }].map(isNothingProven)).toEqual([
    false,
    true,
    false,
  ]);
});

test('references are tested at each limit and one beyond it', () => {
  const limits = {
    formats: ['png', 'jpeg'],
    sources: ['http', 'data'],
    max_bytes: 10_485_760,
    min_side: 128,
    ratio: { min: '1:4', max: '4:1' },
    pixels: { max: 36_000_000 },
  };
  const tested = mediaLimits(limits, { minItems: 1, maxItems: 7 }).map(
    ({ limit, edge, allowed, items }) =>
      `${limit} ${edge} ${allowed} ${limit === 'count' ? items.length : Object.values(items[0] as object)[0]}`,
  );
  expect(tested).toEqual(
    expect.arrayContaining([
      'count most true 7',
      'count too-many false 8',
      'count too-few false 0',
      'format jpeg true 1024x1024.jpeg',
      'format gif false 1024x1024.gif',
      'bytes most true 1024x1024.png?bytes=10485760',
      'bytes too-many false 1024x1024.png?bytes=10485761',
      'side shortest true 128x128.png',
      'side too-short false 127x128.png',
      'ratio widest true 1024x256.png',
      'ratio beyond-widest false 1025x256.png',
      'ratio highest true 256x1024.png',
      'ratio beyond-highest false 256x1025.png',
      'pixels most true 6000x6000.png',
      'pixels too-many false 6001x6001.png',
    ]),
  );
});

test('each second of a clip is tested, and one more than allowed', async () => {
  const model = (await readSuite()).models.find(({ id }) => id === 'vxq3') ?? {};
  const steps = expansions['small-ranges']?.(model).map(({ values }) => toObject(values.step as Json)) ?? [];
  const seconds = steps.filter(({ field }) => field === 'duration');
  expect(seconds.map(({ value }) => value)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  for (const { beyond_body } of seconds) expect(beyond_body).toMatchObject({ duration: 17 });
  const limits = expansions['number-limits']?.(model).map(({ values }) => values.limit) ?? [];
  expect(limits).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'duration', edge: 'minimum', inside: 3, outside: 2 }),
      expect.objectContaining({ field: 'duration', edge: 'maximum', inside: 16, outside: 17 }),
    ]),
  );
});
