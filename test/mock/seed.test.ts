import { describe, expect, test } from 'vitest';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { BOAT, type OpenMock, openMock } from './open-mock.ts';

/** Everything that a client sees of a few requests: identifying headers, bodies, the bytes of a file. */
async function visit(mock: OpenMock): Promise<readonly string[]> {
  const seen: string[] = [];
  const ask = async (...request: Parameters<OpenMock['ask']>) => {
    const answer = await mock.ask(...request);
    seen.push(`${answer.status} ${answer.headers.get('x-request-id')} ${answer.text}`);
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
  return seen.map((text) => text.replaceAll(mock.origin, ''));
}

describe.each(shells)('$name shell', (shell) => {
  test('gives the same bytes for the same seed and requests', async () => {
    await using first = await openMock(shell, { seed: 42 });
    await using second = await openMock(shell, { seed: 42 });
    const seen = await visit(first);
    expect(seen[4]).toContain('chat.completion.chunk');
    expect(await visit(second)).toEqual(seen);
  });

  test('gives different bytes for another seed, and without one', async () => {
    await using first = await openMock(shell, { seed: 42 });
    await using second = await openMock(shell, { seed: 43 });
    await using chance = await openMock(shell);
    const [one, other, third] = [await visit(first), await visit(second), await visit(chance)];
    for (const index of [1, 2, 3]) expect(new Set([one[index], other[index], third[index]]).size).toBe(3);
  });
});
