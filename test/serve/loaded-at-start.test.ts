import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { at } from '../support/open-wire.ts';
import { call } from './client.ts';
import { runForData, startService, temporaryFolder } from './service.ts';

/** Appends the URL of every file that a process loads for text requests to a file. */
const hook = (file: string) => `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, nextLoad) {
    if (url.includes('/gpt-tokenizer/') || url.includes('/src/gateway/text/')) appendFileSync(${JSON.stringify(file)}, url + '\\n');
    return nextLoad(url, context);
  },
});
`;

test('serve has loaded what text requests need before the first request', async () => {
  using temporary = temporaryFolder();
  const { folder, place } = temporary;
  const { key } = await runForData<{ key: string }>(place, 'keys', 'create', '--credit', '10');
  const [loaded, imported] = [join(folder, 'loaded.txt'), join(folder, 'hook.mjs')];
  writeFileSync(imported, hook(loaded));
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${pathToFileURL(imported)}`;
  await using service = await startService({ ...place, env: { ...place.env, NODE_OPTIONS } });
  const before = existsSync(loaded) ? readFileSync(loaded, 'utf8') : '';
  expect(before).toContain('/o200k_base.js');
  expect(before).toContain('/chat-answer.ts');
  const messages = [{ role: 'user', content: 'What is a paper boat?' }];
  const body = { model: 'qx3.8-max', stream: false, max_tokens: 5, messages };
  const answer = await call(`${service.baseUrl}/v1/chat/completions`, { key, body });
  expect([answer.status, at(await answer.json(), 'usage', 'prompt_tokens')]).toEqual([200, 6]);
  expect(readFileSync(loaded, 'utf8')).toBe(before);
});
