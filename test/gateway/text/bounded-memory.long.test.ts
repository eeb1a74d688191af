import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { at } from '../../support/open-wire.ts';

const MEGABYTE = 1024 * 1024;

test('a stream of 100 MB uses constant memory with a client that is slower than the model', async () => {
  const child = fork(fileURLToPath(new URL('endless-server.ts', import.meta.url)), { execArgv: [] });
  try {
    const port = Number(at(await told(child), 'port'));
    const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alpha' },
      body: JSON.stringify({ model: 'qx3.8-max', messages: [{ role: 'user', content: 'Talk.' }] }),
    });
    const { start, peak } = await drink(child, response);
    expect(start).toBeGreaterThan(10);
    expect(peak - start).toBeLessThan(60);
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
});

const PAUSE_AT = 60;
const PAUSE_QUESTIONS = 1000;

/** Reads 100 MB after the first ten, reading the server's memory use after each; pauses for a while in between. */
async function drink(child: ChildProcess, response: Response) {
  const reader = response.body?.getReader();
  let [read, start, peak] = [0, 0, 0];
  while (read < 110) {
    const next = await reader?.read();
    if (!next || next.done) throw new Error('The stream ended');
    const before = Math.floor(read);
    read += next.value.length / MEGABYTE;
    if (before === Math.floor(read)) continue;
    const questions = before === PAUSE_AT ? PAUSE_QUESTIONS : 1;
    let memory = 0;
    for (let question = 0; question < questions; question += 1) memory = await askMemory(child);
    if (read < 10) start = Math.max(start, memory);
    else peak = Math.max(peak, memory);
  }
  await reader?.cancel();
  return { start, peak };
}

async function askMemory(child: ChildProcess): Promise<number> {
  child.send('memory');
  return Number(at(await told(child), 'rss')) / MEGABYTE;
}

async function told(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message');
  return message;
}
