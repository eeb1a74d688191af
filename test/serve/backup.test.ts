import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTask, submitImage } from './client.ts';
import { runCommand, runForData, startService, temporaryFolder } from './service.ts';

test('a backup made under load opens, with every task acknowledged before and books that balance', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  const created = await runForData<{ key: string; account: string }>(
    place,
    'keys',
    'create',
    '--credit',
    '50',
  );
  const { key, account } = created;
  const file = join(folder, 'copy.db');
  const before: string[] = [];
  {
    await using service = await startService(place);
    for (let count = 0; count < 5; count += 1) before.push(await submitImage(service.baseUrl, key));
    let isOver = false;
    const load = Array.from({ length: 3 }, async () => {
      while (!isOver) await submitImage(service.baseUrl, key);
    });
    expect(await runCommand(place, 'backup', file)).toEqual({ code: 0, out: `${file}\n`, err: '' });
    isOver = true;
    await Promise.all(load);
  }
  expect((await runCommand(place, 'backup', file)).err).toBe(
    `"${file}" is there already: name a new file.\n`,
  );
  const restored = join(folder, 'restored');
  mkdirSync(restored);
  renameSync(file, join(restored, 'gatewright.db'));
  const copy = { args: ['--data', restored], env: {} };
  await using service = await startService(copy);
  for (const id of before) expect(await readTask(service.baseUrl, key, id)).toMatchObject({ id });
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(0);
  const books = await runForData<Record<string, string>>(copy, 'accounts', 'show', account);
  const entries = await runForData<readonly Record<string, string>[]>(
    copy,
    'accounts',
    'ledger',
    account,
    '--limit',
    '10000',
  );
  for (const name of ['available', 'held', 'used']) {
    const sum = entries.reduce((total, entry) => total + Math.round(Number(entry[name]) * 1e9), 0);
    expect(sum).toBe(Math.round(Number(books[name]) * 1e9));
  }
});
