import { expect, test } from 'vitest';
import { createPictureCopier } from '../../../src/adapters/media/copies/create-picture-copier.ts';
import { createImageProber } from '../../../src/adapters/media/probe/create-image-prober.ts';
import type { Workers, WorkResult } from '../../../src/gateway/ports/workers.ts';
import { fourQuarters } from '../../support/four-quarters.ts';

const error = new Error('out of luck');
const sender = { owner: 'acct_1' };

/** Workers whose every task ends in the same way, as a prober and a copier use them, and what is reported. */
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

/** Longer than what is probed without a worker. */
const LARGE = new Uint8Array(1_000_000);
const PLACE = { start: 0, end: 9, maxBytes: 100 };

test.each<readonly [WorkResult<unknown>, string, object]>([
  [{ kind: 'overloaded' }, 'busy', { kind: 'busy' }],
  [{ kind: 'too_slow' }, 'busy', { kind: 'busy' }],
  [{ kind: 'cancelled' }, 'busy', { kind: 'busy' }],
  [{ kind: 'too_large' }, 'probed', [{ kind: 'malformed', reason: 'the data cannot be read' }]],
])('a large image of which the prober says %j', async (result, kind, ofData) => {
  const { prober, reported } = withResult(result);
  expect(await prober.probe(LARGE, sender)).toEqual({ kind, ...(kind === 'probed' && { image: undefined }) });
  expect(await prober.probeData(LARGE, [PLACE], sender)).toEqual(ofData);
  expect(reported).toEqual([]);
});

test('an image on which the prober fails is none, and the fault is reported', async () => {
  const { prober, reported } = withResult({ kind: 'crashed', error });
  expect(await prober.probe(LARGE, sender)).toEqual({ kind: 'probed', image: undefined });
  expect(reported).toEqual([error, 'an image that was probed']);
});

const picture = { bytes: new Uint8Array(9), orientation: 1 };
const webpOf = async (width: number, height: number) =>
  (await fourQuarters(width, height, 'webp')).toString('base64');

test('a picture on which the decoder fails has no copy, and the fault is reported', async () => {
  const { prober, reported } = withResult({ kind: 'crashed', error });
  expect(await prober.copy(picture, sender)).toBeUndefined();
  expect(reported).toEqual([error, 'a picture that was decoded']);
});

test('a picture for which no decoder is free has no copy, and nothing is reported', async () => {
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
])('a decoder may have been taken over, and its answer is checked: %s', async (_, answer, isTaken) => {
  const found = await answer();
  const { prober } = withResult({ kind: 'found', found });
  expect(await prober.copy(picture, sender)).toBe(isTaken ? found : undefined);
});
