import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saveFiles, warnOfFormat } from '../../src/cli/calls/tasks/save-files.ts';

/** A file of which a part can be written. */
function breakingAfter(text: string, error: Error): Blob {
  const blob = new Blob([text]);
  async function* parts() {
    yield new TextEncoder().encode(text);
    throw error;
  }
  blob.stream = () => ReadableStream.from<Uint8Array<ArrayBuffer>>(parts());
  return blob;
}

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'this user may not write there'],
  ['EIO', 'EIO'],
])(
  'a file of which only a part can be written (%s) is removed, so that it can be saved again',
  async (code, why) => {
    const folder = mkdtempSync(join(tmpdir(), 'gatewright-save-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const out = join(folder, 'fox.png');
    const blob = breakingAfter('half', Object.assign(new Error(code), { code }));
    await expect(
      saveFiles([{ name: '0.png', url: 'http://gateway.test/0.png', blob }], { out, taskId: 'task_1' }),
    ).rejects.toMatchObject({ code: 1, message: `${out} cannot be written: ${why}.` });
    expect(readdirSync(folder)).toEqual([]);
    await saveFiles([{ name: '0.png', url: 'http://gateway.test/0.png', blob: new Blob(['whole']) }], {
      out,
      taskId: 'task_1',
    });
    await expect(
      saveFiles([{ name: '0.png', url: 'http://gateway.test/0.png', blob: new Blob(['other']) }], {
        out,
        taskId: 'task_1',
      }),
    ).rejects.toThrow('it exists');
    expect(readdirSync(folder)).toEqual(['fox.png']);
  },
);

test('what a gateway names does not decide where a file is, and prints nothing odd', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-save-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = { name: 'a boat.\u001b[1mpng', url: 'http://gateway.test/0', blob: new Blob(['whole']) };
  await saveFiles([file], { out: join(folder, 'fox'), taskId: 'task_1' });
  await saveFiles([file], { out: folder, taskId: 'task_1' });
  expect(readdirSync(folder)).toEqual(['fox.__1mpng', 'task_1-a_boat.__1mpng']);
});

const named = (name: string) => ({ name, url: `http://gateway.test/${name}`, blob: new Blob([name]) });

test('numbers several files of one name from 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-save-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = { out: join(folder, 'fox.png'), taskId: 'task_1' };
  expect(await saveFiles([named('0.png'), named('1.png')], place)).toEqual(
    ['fox-1.png', 'fox-2.png'].map((name) => join(folder, name)),
  );
  expect(readFileSync(join(folder, 'fox-2.png'), 'utf8')).toBe('1.png');
});

const TIFF = new Blob(['II*\0']);
const GIF = new Blob(['GIF89a']);
const clip = (type: string) => new Blob(['...'], { type });

test.each<readonly [string, Blob, string]>([
  ['fox.tif', TIFF, ''],
  ['fox.TIFF', TIFF, ''],
  ['fox.jpe', new Blob([Buffer.from([0xff, 0xd8, 0xff])]), ''],
  ['fox.jpe', GIF, 'Warning: --out ends in .jpe, but the result is GIF.\n'],
  ['fox', GIF, ''],
  ['fox.mp4', clip('video/mp4'), ''],
  ['fox.m4v', clip('video/mp4; codecs=avc1'), ''],
  ['fox.mov', clip('video/quicktime'), ''],
  ['fox.webm', clip('video/mp4'), 'Warning: --out ends in .webm, but the result is MP4.\n'],
  ['fox.mp4', clip('text/html'), ''],
])('warns if the extension of %s does not fit the result', async (out, blob, warning) => {
  expect(await warnOfFormat([{ name: '0', url: 'http://gateway.test/0', blob }], out)).toBe(warning);
});
