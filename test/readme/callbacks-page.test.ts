import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { policies } from '../../generated/policies.ts';
import { signWebhook } from '../../src/contract/signature.ts';
import { blocksOf } from './markdown-blocks.ts';

const root = resolve(import.meta.dirname, '../..');
const SECRET = 'whsec_Z2F0ZXdyaWdodC1tb2NrLXdlYmhvb2stc2VjcmV0';

test('the page names the languages of failure texts', () => {
  const [, section = ''] = readFileSync(join(root, 'docs/callbacks.md'), 'utf8').split(
    '## The language of failure texts',
  );
  const [, codes = ''] = /The codes are (.+?), in upper/s.exec(section) ?? [];
  expect([...codes.matchAll(/`(\w\w)`/g)].map(([, code]) => code)).toEqual(policies.callbacks.languages);
});

// The tests of the SDKs run the programs of their READMEs.
test.each(['python', 'go', 'java', 'rust'])('the receiver for %s is that of its SDK', (language) => {
  const [receiver = '', ...more] = blocksOf('docs/callbacks.md', language);
  expect(more).toEqual([]);
  expect(blocksOf(`scripts/sdk/${language}/template/README.md`, language)).toContain(receiver);
});

test('the receiver for TypeScript takes a callback once, and refuses a forged one', async () => {
  const [program = ''] = blocksOf('docs/callbacks.md', 'ts');
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-callbacks-page-'));
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    const file = join(folder, 'receiver.mts');
    writeFileSync(file, program.replace("'@gatewright/client'", `'${join(root, 'src/client/index.ts')}'`));
    const { receive } = await import(pathToFileURL(file).href);
    const send = async (body: string) => (await receive(await signed(body))).status;
    expect([await send(RECORD), await send(RECORD), (await receive(forged())).status]).toEqual([
      204, 204, 400,
    ]);
    expect(log.mock.calls).toEqual([['success']]);
  } finally {
    log.mockRestore();
    rmSync(folder, { recursive: true });
  }
});

const RECORD = '{"id":"task_1","model":"qx-image-3.0","status":"success","progress":100}';

async function signed(body: string): Promise<Request> {
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const signature = await signWebhook({ id: 'task_1', timestampSeconds, body }, [SECRET]);
  return toRequest(signature, timestampSeconds, body);
}

function forged(): Request {
  return toRequest('v1,Zm9yZ2Vk', Math.floor(Date.now() / 1000), RECORD);
}

function toRequest(signature: string, timestamp: number, body: string): Request {
  return new Request('http://localhost/callback', {
    method: 'POST',
    headers: {
      'webhook-id': 'task_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    },
    body,
  });
}
