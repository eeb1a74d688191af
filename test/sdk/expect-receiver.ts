import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { type StartedMock, startMock } from '../../src/node/programs/start-mock.ts';
import { readBlocks } from '../readme/markdown-blocks.ts';
import { until } from '../support/until.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/callbacks.md');

/** The receiver of docs/callbacks.md in a language. */
export function readReceiver(wanted: string): string {
  const block = readBlocks(readFileSync(PAGE, 'utf8')).find(({ language }) => language === wanted);
  if (block === undefined) throw new Error(`docs/callbacks.md has no receiver in ${wanted}.`);
  return block.text;
}

/**
 * Starts a receiver that listens on a port of this machine, and lets a mock send it callbacks as it signs them: one twice, and one with a
 * secret that the receiver does not have.
 */
export async function expectReceiver(
  port: number,
  [program = '', ...args]: readonly string[],
): Promise<void> {
  const receiver = spawn(program, args);
  try {
    let printed = '';
    receiver.stdout.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
    const webhook = `http://127.0.0.1:${port}`;
    const unsigned = () => fetch(`${webhook}/callback`, { method: 'POST', body: '{}' });
    const { status } = await until('the receiver answers', () => unsigned().catch(() => undefined));
    expect(status).toBe(400);
    await using mock = await startMock();
    const signed = await submit(mock, webhook);
    expect(await answersTo(mock, signed, 1)).toEqual([204]);
    await mock.control.resendWebhook(signed);
    expect(await answersTo(mock, signed, 2)).toEqual([204, 204]);
    await mock.control.putAccount(mock.apiKey, {
      webhook_secret: `whsec_${btoa('another secret of 24 byte')}`,
    });
    expect(await answersTo(mock, await submit(mock, webhook), 1)).toEqual([400]);
    expect(printed).toBe('success\n');
  } finally {
    receiver.kill();
  }
}

/** Submits a task and advances to its end. A faster clock would soon be too far from the receiver's. */
async function submit({ baseUrl, apiKey, control }: StartedMock, webhook: string): Promise<string> {
  const client = createClient({ baseUrl, apiKey });
  const { id } = await client.images.generate({ model: 'qx-image-3.0', prompt: 'A lighthouse', webhook });
  await control.setClock({ advance: '30s' });
  return id;
}

/** The first answers to the callback of a task, once there are that many. */
function answersTo({ control }: StartedMock, id: string, count: number) {
  return until(`${count} attempts`, async () => {
    const delivery = (await control.listWebhooks()).find(({ task_id }) => task_id === id);
    const statuses = delivery?.attempts.map(({ status }) => status) ?? [];
    return statuses.length >= count && statuses.slice(0, count);
  });
}
