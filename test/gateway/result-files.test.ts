import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openWire, textAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const boat = { model: 'qx-image-3.0', prompt: 'A paper boat', size: '1:1' };
const free = { key: null };

describe.each(shells)('through the $name shell', (shell) => {
  test('a file exists from the end of its task until its link expires, under its own name only', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit(boat);
    expect((await wire.get(`/files/${id}/0.png`, free)).status).toBe(404);
    await wire.advance(60);
    const task = Object(await wire.task(id));
    const path = new URL(textAt(task, 'result', 'images', 0, 'url', 0)).pathname;
    expect(path).toBe(`/files/${id}/0.png`);
    expect((await wire.send('HEAD', path, free)).status).toBe(200);
    for (const other of [`/files/${id}/0.jpeg`, `/files/${id}/1.png`, `/files/${id}9/0.png`])
      expect((await wire.get(other, free)).status, other).toBe(404);
    const life = task.result.images[0].expires_at - task.completed;
    await wire.advance(life - 1 - 60 + (task.completed - task.created));
    expect((await wire.send('HEAD', path, free)).headers.get('cache-control')).toBe(
      'public, max-age=1, immutable',
    );
    await wire.advance(1);
    expect((await wire.get(path, free)).status).toBe(410);
  });

  test('sample images have the size and format of their name', async () => {
    await using wire = await openWire(shell, { offersSamples: true });
    for (const format of ['png', 'jpeg'] as const) {
      const answer = await wire.get(`/files/samples/64x48.${format}`, free);
      const { width, height, format: found } = await sharp(answer.bytes).metadata();
      expect([answer.status, width, height, found]).toEqual([200, 64, 48, format]);
      expect(answer.headers.get('content-type')).toBe(`image/${format}`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await wire.send('HEAD', '/files/samples/4096x1.png', free)).status).toBe(200);
    for (const name of [
      '4097x1.png',
      '1x4097.png',
      '0x48.png',
      '64x0.png',
      '64x48.gif',
      '64x48.png.png',
      'x64x48.png',
    ])
      expect((await wire.get(`/files/samples/${name}`, free)).status, name).toBe(404);
  });
});
