import { describe, expect, test } from 'vitest';
import { createProcessPool } from '../../src/adapters/workers/create-process-pool.ts';
import { createWorkerPool } from '../../src/adapters/workers/create-worker-pool.ts';
import type { ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';
import { fourQuarters, quarterColours } from '../support/four-quarters.ts';
import { at, openWire, textAt, type Wire } from '../support/open-wire.ts';
import { pngFile } from '../support/png-file.ts';
import { shells } from '../support/shells.ts';
import { framesOf, hasDecoder, meanColour, meanDifference } from '../support/video-frames.ts';

const [, shell] = shells; // Fetch and Node

/** Serves one picture at every address. */
function servingOnly(picture: Uint8Array): ReferenceFetcher {
  return { fetch: async () => ({ kind: 'fetched', bytes: picture.slice(), declaredType: undefined }) };
}

const body = {
  model: 'vxq3',
  prompt: 'The camera moves slowly over the picture',
  image_urls: ['https://pictures.example/photo'],
  duration: 5,
  resolution: '540p',
  seed: 7,
};

async function clipOf(wire: Wire, more: object = {}): Promise<Uint8Array> {
  const id = await wire.submit({ ...body, ...more });
  await wire.advance(60);
  return wire.download(textAt(await wire.task(id), 'result', 'videos', 0, 'url', 0));
}

/** The middle of each quarter, away from the caption in the corner. */
const quarters = [
  [0.1, 0.15],
  [0.6, 0.1],
  [0.1, 0.6],
  [0.6, 0.6],
].map(([left = 0, top = 0]) => ({ left, top, width: 0.3, height: 0.3 }));

describe.skipIf(!hasDecoder)('a clip of a picture that the simulator did not draw', () => {
  test.each([
    ['png', '16:9', 960, 540, [1600, 1100]],
    ['jpeg', '9:16', 540, 960, [900, 900]],
    ['webp', '1:1', 540, 540, [640, 200]],
  ] as const)('begins with the %s, cropped to %s, and moves', async (format, ratio, width, height, sides) => {
    const picture = await fourQuarters(sides[0], sides[1], format);
    await using wire = await openWire(shell, { ports: { fetcher: servingOnly(picture) } });
    const clip = await clipOf(wire, { aspect_ratio: ratio });
    const [first, middle, last] = await framesOf(clip, [0, 60, 119]);
    if (!first || !middle || !last) throw new Error('three frames were requested');
    expect([first.width, first.height]).toEqual([width, height]);
    for (const [index, quarter] of quarters.entries()) {
      const colour = meanColour(first, quarter);
      for (const channel of [0, 1, 2] as const)
        expect(Math.abs(colour[channel] - (quarterColours[index]?.[channel] ?? 0)), `${index}`).toBeLessThan(
          16,
        );
    }
    expect(meanDifference(first, middle)).toBeGreaterThan(4);
    expect(meanDifference(middle, last)).toBeGreaterThan(4);
    expect(meanDifference(first, last)).toBeGreaterThan(8);
  });

  test('is decoded in another process in a service', async () => {
    const picture = await fourQuarters(800, 450, 'png');
    const [workers, decoders] = [createWorkerPool(), createProcessPool()];
    try {
      await using wire = await openWire(shell, {
        workers,
        decoders,
        ports: { fetcher: servingOnly(picture) },
      });
      const [first] = await framesOf(await clipOf(wire), [0]);
      if (!first) throw new Error('a frame was requested');
      expect(meanColour(first, { left: 0.6, top: 0.1, width: 0.3, height: 0.3 })[1]).toBeGreaterThan(140);
    } finally {
      await Promise.all([workers.close(), decoders.close()]);
    }
  });

  test('is the same file each time, and a different one for another picture', async () => {
    const clips: Uint8Array[] = [];
    for (const size of [640, 640, 800]) {
      const fetcher = servingOnly(await fourQuarters(size, 480, 'png'));
      await using wire = await openWire(shell, { ports: { fetcher } });
      clips.push(await clipOf(wire, { duration: 3 }));
    }
    const [one, same, other] = clips.map((clip) => Buffer.from(clip).toString('base64'));
    expect(same === one).toBe(true);
    expect(other === one).toBe(false);
  });

  test('has an entity tag that depends on the picture', async () => {
    const tags: unknown[] = [];
    for (const size of [640, 800]) {
      const fetcher = servingOnly(await fourQuarters(size, size, 'png'));
      await using wire = await openWire(shell, { ports: { fetcher } });
      const id = await wire.submit(body);
      await wire.advance(60);
      const url = new URL(textAt(await wire.task(id), 'result', 'videos', 0, 'url', 0));
      tags.push((await wire.send('HEAD', url.pathname, { key: null })).headers.get('etag'));
    }
    expect(tags[0]).toMatch(/^"[0-9a-f]{32}"$/);
    expect(tags[1]).not.toBe(tags[0]);
  });

  test('is a drawn scene when the picture would need more than 201 MB', async () => {
    const { default: sharp } = await import('sharp');
    const red = { width: 8200, height: 8200, channels: 3, background: '#ff0000' } as const;
    const picture = await sharp({ create: red }).png().toBuffer();
    await using wire = await openWire(shell, { ports: { fetcher: servingOnly(picture) } });
    const [first] = await framesOf(await clipOf(wire, { duration: 3 }), [0]);
    if (!first) throw new Error('a frame was requested');
    const [, green, blue] = meanColour(first, { left: 0, top: 0, width: 1, height: 1 });
    expect(green + blue).toBeGreaterThan(60);
  });

  test('is a drawn scene when the pixels cannot be decoded', async () => {
    const broken = pngFile({ width: 640, height: 480 });
    const start = broken.indexOf('IDAT') + 4;
    broken.fill(0x55, start, start + 60);
    await using wire = await openWire(shell, { ports: { fetcher: servingOnly(broken) } });
    const [first, last] = await framesOf(await clipOf(wire, { duration: 3 }), [0, 71]);
    if (!first || !last) throw new Error('two frames were requested');
    expect(meanDifference(first, last)).toBeGreaterThan(0.2);
  });

  test('polls and the record of the task do not carry the picture', async () => {
    const picture = await fourQuarters(1200, 800, 'jpeg');
    await using wire = await openWire(shell, { ports: { fetcher: servingOnly(picture) } });
    const id = await wire.submit(body);
    const stored = await wire.store.findPicture(id);
    expect(stored?.length).toBeGreaterThan(500);
    expect(stored?.length).toBeLessThanOrEqual(21_848);
    expect(await wire.store.findPicture('task_nobody')).toBeUndefined();
    await wire.advance(60);
    const { text } = await wire.get(`/v1/tasks/${id}`);
    expect(text).not.toContain(stored?.slice(0, 40));
    expect(JSON.stringify(at(await wire.store.findTask(id), 'outcome', 'outputs'))).not.toContain(
      stored?.slice(0, 40),
    );
    expect(await wire.store.findPicture(id)).toBe(stored);
  });

  test('pictures of images are not copied', async () => {
    const picture = await fourQuarters(1200, 800, 'jpeg');
    await using wire = await openWire(shell, { ports: { fetcher: servingOnly(picture) } });
    const id = await wire.submit({ model: 'sx-5-0-pro', prompt: 'A boat', image_urls: body.image_urls });
    expect(await wire.store.findPicture(id)).toBeUndefined();
  });
});
