import { expect, test } from 'vitest';
import { createPictureCopier } from '../../../src/adapters/media/copies/create-picture-copier.ts';
import { createImageProber } from '../../../src/adapters/media/probe/create-image-prober.ts';
import type { Workers, WorkResult } from '../../../src/gateway/ports/workers.ts';
import { fourQuarters } from '../../support/four-quarters.ts';

const error = new Error('out of luck');
const sender = { owner: 'acct_1' };

/** A prober and its copier, with workers whose every task ends with `result`, and the faults that they report. */
function withResult(result: WorkResult<unknown>) {
  const workers: Workers = {
    run: async <About, Found>(..._task: readonly About[]) => result as WorkResult<Found>,
    close: async () => {},
  };
  const reported: unknown[] = [];
  const reportFault = (fault: unknown, about: string) => reported.push(fault, about);
  const copier = createPictureCopier({ decoders: workers, reportFault });
  return { prober: createImageProber({ workers, copier, reportFault }), reported };
}

/** Too large to be probed without a worker. */
const LARGE = new Uint8Array(1_000_000);
const PLACE = { start: 0, end: 9, maxBytes: 100 };

test.each<readonly [WorkResult<unknown>, string, object]>([
  [{ kind: 'overloaded' }, 'busy', { kind: 'busy' }],
  [{ kind: 'too_slow' }, 'busy', { kind: 'busy' }],
  [{ kind: 'cancelled' }, 'busy', { kind: 'busy' }],
  [{ kind: 'too_large' }, 'probed', [{ kind: 'malformed', reason: 'the data cannot be read' }]],
])('when the worker ends with %j, a large image is %s', async (result, kind, ofData) => {
  const { prober, reported } = withResult(result);
  expect(await prober.probe(LARGE, sender)).toEqual({ kind, ...(kind === 'probed' && { image: undefined }) });
  expect(await prober.probeData(LARGE, [PLACE], sender)).toEqual(ofData);
  expect(reported).toEqual([]);
});

test('a crash while probing is reported, and the data counts as no image', async () => {
  const { prober, reported } = withResult({ kind: 'crashed', error });
  expect(await prober.probe(LARGE, sender)).toEqual({ kind: 'probed', image: undefined });
  expect(reported).toEqual([error, 'an image that was probed']);
});

const picture = { bytes: new Uint8Array(9), orientation: 1 };
const webpOf = async (width: number, height: number) =>
  (await fourQuarters(width, height, 'webp')).toString('base64');

test('a crash while decoding is reported, and the picture has no copy', async () => {
  const { prober, reported } = withResult({ kind: 'crashed', error });
  expect(await prober.copy(picture, sender)).toBeUndefined();
  expect(reported).toEqual([error, 'a picture that was decoded']);
});

test('when no decoder is free, the picture has no copy, and nothing is reported', async () => {
  const { prober, reported } = withResult({ kind: 'overloaded' });
  expect(await prober.copy(picture, sender)).toBeUndefined();
  expect(reported).toEqual([]);
});

test.each<readonly [string, () => unknown, boolean]>([
  ['a small WebP', () => webpOf(64, 32), true],
  ['a wide one', () => webpOf(1000, 8), false],
  ['a tall one', () => webpOf(8, 1000), false],
  ['a long one', async () => (await webpOf(64, 32)) + 'A'.repeat(1_000_000), false],
  ['a PNG', async () => (await fourQuarters(64, 32, 'png')).toString('base64'), false],
  ['no base64', () => '<svg/>', false],
  ['an object', () => ({ length: 5 }), false],
  ['nothing', () => undefined, false],
])('the answer of a decoder, which may be compromised, is checked: %s', async (_, answer, isTaken) => {
  const found = await answer();
  const { prober } = withResult({ kind: 'found', found });
  expect(await prober.copy(picture, sender)).toBe(isTaken ? found : undefined);
});
