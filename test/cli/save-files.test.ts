import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saveFiles } from '../../src/cli/calls/tasks/save-files.ts';

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
    ).rejects.toThrow(`${out} cannot be written: ${why}.`);
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
