import { describe, expect, test } from 'vitest';
import { createRenderings } from '../../src/adapters/renderings/create-renderings.ts';
import { nodeSampleMedia } from '../../src/adapters/renderings/node-sample-media.ts';
import type { SampleMedia } from '../../src/sample-media/sample-media.ts';
import { at, openWire, textAt } from '../support/open-wire.ts';
import { type Shell, shells } from '../support/shells.ts';

/** A finished picture, and how often a picture was drawn. */
async function openFile(shell: Shell) {
  let drawn = 0;
  const renderer: SampleMedia = {
    ...nodeSampleMedia,
    renderImage: (description) => {
      drawn += 1;
      return nodeSampleMedia.renderImage(description);
    },
  };
  const wire = await openWire(shell, { ports: { renderings: createRenderings({ renderer }) } });
  const id = await wire.submit({ model: 'qx-image-3.0', prompt: 'A paper boat', size: '512x512' });
  await wire.advance(600);
  const link = new URL(textAt(await wire.task(id), 'result', 'images', 0, 'url', 0)).pathname;
  const read = (headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    wire.send(method, link, { key: null, headers });
  return { wire, read, drawn: () => drawn, [Symbol.asyncDispose]: () => wire[Symbol.asyncDispose]() };
}

describe.each(shells)('through the $name shell', (shell) => {
  test('a file is served in ranges', async () => {
    await using file = await openFile(shell);
    const whole = await file.read();
    const size = whole.bytes.length;
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    for (const [range, first, last] of [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=100-', 100, size - 1],
      [`bytes=${size - 1}-${size + 5}`, size - 1, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=-${size + 100}`, 0, size - 1],
      ['Bytes= 3-4 ', 3, 4],
      // Any number of digits: RFC 9110 sets no limit.
      [`bytes=5-${'9'.repeat(20)}`, 5, size - 1],
      [`bytes=-${'9'.repeat(400)}`, 0, size - 1],
    ] as const) {
      const part = await file.read({ range });
      expect([range, part.status]).toEqual([range, 206]);
      expect(part.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`);
      expect(part.headers.get('content-type')).toBe('image/png');
      expect(part.headers.get('etag')).toBe(whole.headers.get('etag'));
      expect(Buffer.from(part.bytes).equals(Buffer.from(whole.bytes.subarray(first, last + 1)))).toBe(true);
    }
    expect(file.drawn()).toBe(1);
  });

  test('a range outside the file is 416, and a malformed one is ignored', async () => {
    await using file = await openFile(shell);
    const size = (await file.read()).bytes.length;
    for (const range of [
      `bytes=${size}-`,
      `bytes=${size + 1}-${size + 2}`,
      `bytes=${'9'.repeat(20)}-`,
      'bytes=-0',
    ]) {
      const refused = await file.read({ range });
      expect([range, refused.status, refused.headers.get('content-range')]).toEqual([
        range,
        416,
        `bytes */${size}`,
      ]);
      expect(at(refused.body, 'error', 'reason')).toBe('range_not_satisfiable');
    }
    for (const range of ['bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes=0-1,4-5', 'bytes']) {
      const answer = await file.read({ range });
      expect([range, answer.status, answer.bytes.length]).toEqual([range, 200, size]);
    }
  });

  test('a range applies only to the file that the client began to read', async () => {
    await using file = await openFile(shell);
    const tag = (await file.read()).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\da-f]{32}"$/);
    const status = async (ifRange: string) =>
      (await file.read({ range: 'bytes=0-1', 'if-range': ifRange })).status;
    expect(await status(tag)).toBe(206);
    for (const other of ['"other"', `W/${tag}`, 'Wed, 21 Oct 2026 07:28:00 GMT'])
      expect(await status(other)).toBe(200);
  });

  test('a file that the client has is neither sent nor drawn again', async () => {
    await using file = await openFile(shell);
    const tag = (await file.read({}, 'HEAD')).headers.get('etag') ?? '';
    for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const answer = await file.read({ 'if-none-match': header });
      expect([header, answer.status, answer.bytes.length]).toEqual([header, 304, 0]);
      expect(answer.headers.get('etag')).toBe(tag);
    }
    expect(file.drawn()).toBe(0);
    expect((await file.read({ 'if-none-match': '"x"' })).status).toBe(200);
    expect(file.drawn()).toBe(1);
  });

  test('HEAD draws nothing, and returns the length of a cached file', async () => {
    await using file = await openFile(shell);
    const before = await file.read({ range: 'bytes=0-1' }, 'HEAD');
    expect([before.status, before.bytes.length, before.headers.get('content-type')]).toEqual([
      200,
      0,
      'image/png',
    ]);
    expect(before.headers.get('accept-ranges')).toBe('bytes');
    expect(file.drawn()).toBe(0);
    const whole = await file.read();
    const after = await file.read({}, 'HEAD');
    expect(after.headers.get('etag')).toBe(whole.headers.get('etag'));
    if (shell.name === 'Node') expect(after.headers.get('content-length')).toBe(String(whole.bytes.length));
    expect(file.drawn()).toBe(1);
  });
});
