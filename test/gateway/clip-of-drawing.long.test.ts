import { describe, expect, test } from 'vitest';
import { openWire, textAt, type Wire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import {
  changedShare,
  cropLike,
  type Frame,
  framesOf,
  hasDecoder,
  meanColour,
  meanDifference,
} from '../support/video-frames.ts';

const [, shell] = shells; // Fetch and Node

/** A gateway whose references are its own drawings. */
async function openStudio(models?: readonly string[]) {
  const pictures = new Map<string, Uint8Array>();
  const fetcher = {
    fetch: async (address: string) => {
      const bytes = pictures.get(address);
      if (!bytes) return { kind: 'unreachable', reason: 'it is not there' } as const;
      return { kind: 'fetched', bytes: new Uint8Array(bytes), declaredType: undefined } as const;
    },
  };
  const keys = { 'sk-alpha': { account: 'alpha', ...(models ? { models } : {}) } };
  const wire = await openWire(shell, { keys, ports: { fetcher } });
  return { wire, pictures };
}

async function made(wire: Wire, body: Parameters<Wire['submit']>[0], kind: 'images' | 'videos') {
  const id = await wire.submit(body);
  await wire.advance(600);
  const url = textAt(await wire.task(id), 'result', kind, 0, 'url', 0);
  return { url, bytes: await wire.download(url) };
}

interface Clip {
  readonly picture: Uint8Array;
  readonly first: Frame;
  readonly middle: Frame;
  readonly last: Frame;
}

async function clipOf(image: object, video: object): Promise<Clip> {
  const { wire, pictures } = await openStudio();
  await using _open = wire;
  const picture = await made(wire, { model: 'sx-5-0-pro', prompt: 'A boat', ...image }, 'images');
  pictures.set(picture.url, picture.bytes);
  const body = { model: 'vxq3', image_urls: [picture.url], duration: 5, resolution: '540p', ...video };
  const clip = await made(wire, { prompt: 'It moves', ...body }, 'videos');
  const [first, middle, last] = await framesOf(clip.bytes, [0, 60, 119]);
  if (!first || !middle || !last) throw new Error('three frames were requested');
  return { picture: picture.bytes, first, middle, last };
}

describe.skipIf(!hasDecoder)('a clip of a picture that the simulator drew', () => {
  test.each([
    ['png', '16:9', '16:9'],
    ['jpeg', '16:9', '16:9'],
    ['png', '1:1', '16:9'],
    ['png', '9:16', '9:16'],
    ['png', '9:16', '16:9'],
    ['jpeg', '16:9', '9:16'],
  ] as const)('begins with a part of that %s (%s in %s), and moves', async (format, from, to) => {
    const size = { '16:9': '1280x720', '1:1': '1024x1024', '9:16': '720x1280' }[from];
    const image = { prompt: 'A boat at dawn', seed: 5, output_format: format, size };
    const { picture, first, middle, last } = await clipOf(image, { aspect_ratio: to });
    const shown = await cropLike(picture, first);
    // Captions and the bar along the lower edge differ.
    expect(meanDifference(shown, first)).toBeLessThan(6);
    expect(changedShare(shown, first)).toBeLessThan(0.06);
    expect(changedShare(first, middle)).toBeGreaterThan(0.015);
    expect(changedShare(middle, last)).toBeGreaterThan(0.015);
    expect(changedShare(first, last)).toBeGreaterThan(0.02);
  });

  test('the boat sails, and a lighthouse that only the prompt names appears', async () => {
    const image = { prompt: 'A boat at dawn', seed: 5, size: '1280x720' };
    const named = await clipOf(image, { prompt: 'The boat sails to a lighthouse' });
    const plain = await clipOf(image, { prompt: 'The boat sails' });
    expect(changedShare(named.first, plain.first)).toBeLessThan(0.02); // the captions
    // Seed 5 has room for it on the right, between boat and pine.
    const place = { left: 0.8, top: 0.45, width: 0.07, height: 0.35 };
    const [red, , blue] = meanColour(named.last, place);
    const [plainRed, , plainBlue] = meanColour(plain.last, place);
    expect(Math.abs(red - blue - (plainRed - plainBlue))).toBeGreaterThan(10);
  });

  test('a clip without a reference shows what the prompt names, and moves', async () => {
    const { wire } = await openStudio(['house-style-v1']);
    await using _open = wire;
    const id = await wire.postVideo({ model: 'house-style-v1', prompt: 'A boat passes a windmill' });
    expect(id.status, id.text).toBe(200);
    await wire.advance(600);
    const task = await wire.task(textAt(id.body, 'data', 0, 'task_id'));
    const bytes = await wire.download(textAt(task, 'result', 'videos', 0, 'url', 0));
    const [first, middle, last] = await framesOf(bytes, [0, 60, 119]);
    if (!first || !middle || !last) throw new Error('three frames were requested');
    expect(changedShare(first, middle)).toBeGreaterThan(0.015);
    expect(changedShare(first, last)).toBeGreaterThan(0.02);
  });
});
