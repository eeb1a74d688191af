import { describe, expect, test } from 'vitest';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { BOAT, type OpenMock, openMock } from './open-mock.ts';

/** What a client sees of a response, in the order in which `visit` sends its requests. */
interface Seen {
  readonly status: number;
  readonly requestId: string | null;
  readonly text: string;
}

/** Everything that a client sees of a few requests: identifying headers, bodies, the bytes of a file. */
async function visit(mock: OpenMock): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  const ask = async (...request: Parameters<OpenMock['ask']>) => {
    const answer = await mock.ask(...request);
    const text = answer.text.replaceAll(mock.origin, '');
    seen.push({ status: answer.status, requestId: answer.headers.get('x-request-id'), text });
    return answer;
  };
  await ask('GET', '/v1/models');
  const submitted = await ask('POST', '/v1/images/generations', { body: { ...BOAT, n: 2 } });
  const id = String(at(submitted.body, 'data', 0, 'task_id'));
  await mock.control.setClock({ advance: '1m' });
  const record = await ask('GET', `/v1/tasks/${id}`);
  const link = String(at(record.body, 'result', 'images', 0, 'url', 1));
  await ask('GET', link.slice(mock.origin.length));
  const messages = [{ role: 'user', content: 'Tell me about paper boats.' }];
  await ask('POST', '/v1/chat/completions', { body: { model: 'qx3.8-max', messages } });
  await ask('GET', '/v1/user/balance');
  return seen;
}

describe.each(shells)('$name shell', (shell) => {
  test('gives the same bytes for the same seed and requests', async () => {
    await using first = await openMock(shell, { seed: 42 });
    await using second = await openMock(shell, { seed: 42 });
    const seen = await visit(first);
    expect(seen[4]?.text).toContain('chat.completion.chunk');
    expect(await visit(second)).toEqual(seen);
  });

  test('gives different bytes for another seed, and without one', async () => {
    await using first = await openMock(shell, { seed: 42 });
    await using second = await openMock(shell, { seed: 43 });
    await using chance = await openMock(shell);
    const [one, other, third] = [await visit(first), await visit(second), await visit(chance)];
    for (const index of [1, 2, 3])
      for (const what of ['requestId', 'text'] as const)
        expect(new Set([one, other, third].map((seen) => seen[index]?.[what])).size, what).toBe(3);
  });
});
