import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { MOCK_WEBHOOK_SECRET, presetAccounts } from '../../src/mock/sessions/accounts.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { readBlocks } from '../readme/markdown-blocks.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'mock.md'), 'utf8');

test('every line of the page works when pasted', async () => {
  const started = await startMockServer({ port: 0, host: '127.0.0.1', isFrozen: true });
  if (started.kind === 'failed') throw new Error(started.message);
  const lines = readBlocks(page)
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.startsWith('curl '));
  expect(lines.length).toBeGreaterThan(15);
  const { host } = new URL(started.baseUrl);
  try {
    for (const line of lines) {
      const pasted = line.replaceAll('localhost:8080', host).replace('curl ', `curl -w '\n%{http_code}' `);
      const { stdout } = await promisify(execFile)('bash', ['-c', pasted]);
      expect(stdout, line).toMatch(/\n20[014]$/);
    }
  } finally {
    await started.close();
  }
});

test('the page names every preset key and the secret of their callbacks', () => {
  for (const { key } of presetAccounts()) expect(page).toContain(`\`${key}\``);
  expect(page).toContain(MOCK_WEBHOOK_SECRET);
});
