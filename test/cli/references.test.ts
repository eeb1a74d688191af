import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readChat } from '../../src/cli/calls/chat/chat-request.ts';
import { readParameters } from '../../src/cli/calls/parameters.ts';
import { embedReferences, toAddress } from '../../src/cli/calls/references.ts';
import { drawReference } from '../../src/conformance/peers/reference-file.ts';

const contract = { name: 'oracle', model: undefined, added: undefined, parameters: [] };

/** Writes a reference picture of that name to a folder that is removed after the test. */
async function localFile(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-references-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, (await drawReference(name)).bytes);
  return path;
}

test('a local picture is sent as data, and its size is known', async () => {
  const { address, size } = await toAddress(await localFile('640x480.png'), { flag: 'image' });
  expect(address).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  expect(size).toMatchObject({ width: 640, height: 480 });
});

test.each(['https://a.example/boat.png', 'HTTP://a.example/boat.png', 'DATA:image/png;base64,AAAA'])(
  '%s is no file',
  async (address) => {
    expect(await toAddress(address, { flag: 'image', remoteOnly: 'vxq3' })).toEqual({ address });
  },
);

test('the first of all local pictures is that of the first list', async () => {
  const [large, small] = [await localFile('640x480.png'), await localFile('64x64.png')];
  const array = { type: 'array' };
  const parameters = readParameters({ properties: { image_urls: array, style_urls: array } });
  const fields = { image_urls: [large, small], style_urls: [small] };
  const { first } = await embedReferences(fields, { ...contract, parameters });
  expect(first).toMatchObject({ width: 640, height: 480 });
});

test('a chat sends the system prompt first, and a document by its file name without folders', async () => {
  const path = await localFile('2-pages-a4.pdf');
  const line = ['--prompt', 'What is it?', '--system', 'Be brief.', '--file', path];
  expect((await readChat(line, contract)).body.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'file', file: { file_data: expect.stringMatching(/^data:/), filename: '2-pages-a4.pdf' } },
        { type: 'text', text: 'What is it?' },
      ],
    },
  ]);
});

test('a document at an address is sent by it; what is no document or picture is refused', async () => {
  const chat = (...args: readonly string[]) => readChat(['--prompt', 'What is it?', ...args], contract);
  const { messages } = (await chat('--file', 'HTTPS://a.example/b.pdf')).body as { messages: object[] };
  expect(messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'file', file: { file_url: 'HTTPS://a.example/b.pdf' } },
        { type: 'text', text: 'What is it?' },
      ],
    },
  ]);
  const [picture, document] = [await localFile('64x64.png'), await localFile('1-pages-a4.pdf')];
  await expect(chat('--file', picture)).rejects.toThrow(`--file ${picture}: the file is not a PDF.`);
  await expect(chat('--image', document)).rejects.toThrow(`--image ${document}: the file is not an image.`);
  await expect(toAddress(picture, { flag: 'image', remoteOnly: 'vxq3' })).rejects.toThrow(
    `--image ${picture}: vxq3 accepts references by URL only; put the file where the gateway can fetch it.`,
  );
  await expect(readChat(['--prompt', ' '], contract)).rejects.toThrow('Ask something with --prompt.');
});
