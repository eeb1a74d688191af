import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/store/postgres/postgres-store.ts';
import { createPostgresDatabase, hasPostgres, query } from '../support/postgres.ts';
import { until, within } from '../support/until.ts';
import { call } from './client.ts';
import { type Place, runForData, startService } from './service.ts';

interface CreatedKey {
  readonly key: string;
  readonly account: string;
}

interface Money {
  readonly held: string;
  readonly used: string;
}

/** An answer that takes minutes to stream. */
const endless = {
  model: 'qx3.8-max',
  messages: [{ role: 'user', content: 'Tell me about boats in 20000 words' }],
};

/** Longer than other processes wait before they return what a silent process holds. */
const LONG_SILENT = 'update owners set expires_at = 0';

describe.skipIf(!hasPostgres)('an answer in a process that was frozen for long', () => {
  test('aborts when the process resumes, and what was delivered is charged', async () => {
    const url = await createPostgresDatabase();
    const place: Place = { args: [], env: { DATABASE_URL: url } };
    const { key, account } = await runForData<CreatedKey>(place, 'keys', 'create', '--credit', '5');
    await using service = await startService(place);
    const answer = await call(`${service.baseUrl}/v1/chat/completions`, { key, body: endless });
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toContain('"role":"assistant"');
    service.child.kill('SIGSTOP');
    const other = await openPostgresStore({ connectionString: url, schedule: () => {} });
    onTestFinished(() => other.close());
    await query(url, LONG_SILENT);
    expect(await other.releaseAbandonedHolds(Date.now())).toBe(1);
    expect(await other.findAccount(account)).toMatchObject({ available: 5_000_000_000n, held: 0n });
    service.child.kill('SIGCONT');
    const rest = await within('the answer ends', new Response(toStream(reader)).text());
    expect(rest).toContain('"reason":"service_unavailable"');
    expect(rest).not.toContain('[DONE]');
    await until('it is charged', async () => {
      const { held, used } = await runForData<Money>(place, 'accounts', 'show', account);
      return held === '0' && Number(used) > 0;
    });
  });
});

function toStream(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) controller.close();
      else controller.enqueue(value);
    },
  });
}
