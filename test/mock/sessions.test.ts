import { once } from 'node:events';
import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { MockSession } from '../../src/mock/sessions/session.ts';
import { createSessions } from '../../src/mock/sessions/sessions.ts';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { BOAT, openMock } from './open-mock.ts';

describe.each(shells)('$name shell', (shell) => {
  test('have their own money, tasks, time, scenarios and journal', async () => {
    await using mock = await openMock(shell);
    const one = mock.controlOf('one');
    const id = await mock.submit(BOAT, { session: 'one' });
    await one.addScenario({ operation: 'listModels', outcome: 'status', status: 500 });
    await one.setClock({ advance: '1m' });
    expect(await mock.task(id, { session: 'one' })).toMatchObject({ status: 'success' });
    expect((await mock.ask('GET', `/v1/tasks/${id}`)).status).toBe(404);
    expect((await mock.ask('GET', '/v1/models')).status).toBe(200);
    expect((await mock.ask('GET', '/v1/models', { session: 'two' })).status).toBe(200);
    expect((await mock.ask('GET', '/v1/models', { session: 'one' })).status).toBe(500);
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ balance: '1000' });
    expect(await one.getAccount('sk-mock')).toMatchObject({ balance: '999.97', used: '0.03' });
    expect((await one.journal()).map(({ path }) => path)).toEqual([
      '/v1/images/generations',
      `/v1/tasks/${id}`,
      '/v1/models',
    ]);
    const [shared, own] = [await mock.control.getClock(), await one.getClock()];
    expect(own.unix_ms - shared.unix_ms).toBeGreaterThanOrEqual(60_000);
  });

  test('make links that need no header', async () => {
    await using mock = await openMock(shell);
    const id = await mock.submit(BOAT, { session: 'links' });
    await mock.controlOf('links').setClock({ advance: '1m' });
    const url = String(at(await mock.task(id, { session: 'links' }), 'result', 'images', 0, 'url', 0));
    expect(url).toBe(`${mock.origin}/__session/links/files/${id}/0.png`);
    const file = await mock.ask('GET', url.slice(mock.origin.length), { key: null });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await mock.ask('GET', `/files/${id}/0.png`, { key: null })).status).toBe(404);
  });

  test('have a base address for clients that cannot send the header', async () => {
    await using mock = await openMock(shell);
    const answer = await mock.ask('POST', '/__session/plain/v1/images/generations', { body: BOAT });
    const id = String(at(answer.body, 'data', 0, 'task_id'));
    expect((await mock.ask('GET', `/__session/plain/v1/tasks/${id}?language=de`)).status).toBe(200);
    expect(await mock.task(id, { session: 'plain' })).toMatchObject({ id });
    const control = await mock.ask('GET', '/__session/plain/__mock/journal');
    expect(at(control.body, 'data', 'length')).toBe(3);
  });

  test.each([['a b'], [''], ['x'.repeat(65)], ['../..'], ['.'], ['..']])(
    'refuse the name %j',
    async (session) => {
      await using mock = await openMock(shell);
      const answer = await mock.ask('GET', '/v1/models', { headers: { 'x-mock-session': session } });
      expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, 'X-Mock-Session']);
    },
  );

  test.each([['.x'], ['..x'], ['...'], ['x..']])('accept the name %j', async (session) => {
    await using mock = await openMock(shell);
    expect((await mock.ask('GET', '/v1/models', { session })).status).toBe(200);
  });

  test('are at most 1000: the one that is idle longest is evicted', async () => {
    await using mock = await openMock(shell);
    await mock.submit(BOAT, { session: 'busy' });
    await mock.submit(BOAT, { session: 'idle' });
    for (let count = 0; count < 998; count += 1)
      await mock.ask('GET', '/v1/models', { session: `s${count}` });
    await mock.ask('GET', '/v1/models', { session: 'busy' });
    await mock.ask('GET', '/v1/models', { session: 'last' });
    expect(await mock.controlOf('busy').getAccount('sk-mock')).toMatchObject({ held: '0.03' });
    expect(await mock.controlOf('idle').getAccount('sk-mock')).toMatchObject({ held: '0' });
  });

  test('are not evicted while they answer', async () => {
    await using mock = await openMock(shell);
    const waiting = mock.controlOf('waiting');
    await waiting.setClock({ freeze: true });
    await waiting.addScenario({ operation: 'createImage', outcome: 'fail', times: 1 });
    await waiting.addScenario({ operation: 'listModels', outcome: 'delay', delay: '5s' });
    const listing = mock.ask('GET', '/v1/models', { session: 'waiting' });
    await mock.submit(BOAT, { session: 'idle' });
    for (let count = 0; count < 1000; count += 1)
      await mock.ask('GET', '/v1/models', { session: `s${count}` });
    expect(await mock.controlOf('idle').getAccount('sk-mock')).toMatchObject({ held: '0' });
    await waiting.setClock({ advance: '5s' });
    expect((await listing).status).toBe(200);
    await mock.ask('GET', '/v1/models', { session: 'one more' });
    expect(await waiting.listScenarios()).toHaveLength(2);
  });

  test('are evicted although a connection was dropped', async () => {
    await using mock = await openMock(shell);
    await mock.submit(BOAT, { session: 'dropped' });
    await mock.controlOf('dropped').addScenario({ operation: 'listModels', outcome: 'drop', times: 1 });
    await expect(mock.ask('GET', '/v1/models', { session: 'dropped' })).rejects.toThrow();
    for (let count = 0; count < 1000; count += 1)
      await mock.ask('GET', '/v1/models', { session: `s${count}` });
    expect(await mock.controlOf('dropped').getAccount('sk-mock')).toMatchObject({ held: '0' });
  });

  test('keep 500 finished tasks if a thousandth of what the mock keeps is less', async () => {
    await using mock = await openMock(shell, { keepTasks: 2000 });
    const ids: string[] = [];
    for (let count = 0; count < 501; count += 1) ids.push(await mock.submit(BOAT, { session: 'own' }));
    await mock.controlOf('own').setClock({ advance: '1m' });
    const statuses: number[] = [];
    for (const id of ids)
      statuses.push((await mock.ask('GET', `/v1/tasks/${id}`, { session: 'own' })).status);
    expect(statuses).toEqual([404, ...Array.from({ length: 500 }, () => 200)]);
  });

  test('reset one by one', async () => {
    await using mock = await openMock(shell, { seed: 5 });
    const first = await mock.submit();
    await mock.submit(BOAT, { session: 'kept' });
    await mock.control.setClock({ advance: '1h' });
    await mock.control.addScenario({ operation: 'getTask', outcome: 'drop' });
    await mock.control.reset();
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ balance: '1000', used: '0' });
    expect(await mock.control.listScenarios()).toEqual([]);
    expect(await mock.control.journal()).toEqual([]);
    expect(await mock.control.getClock()).toMatchObject({ now: '2027-01-01T00:00:00.000Z' });
    expect((await mock.ask('GET', `/v1/tasks/${first}`)).status).toBe(404);
    expect(await mock.submit()).toBe(first);
    expect(await mock.controlOf('kept').getAccount('sk-mock')).toMatchObject({ held: '0.03' });
  });
});

test.for(shells.filter(({ name }) => name === 'Node'))(
  'a path that nobody has normalised is refused',
  async (shell) => {
    await using mock = await openMock(shell);
    const request = get(mock.origin, { path: '/__session/../healthz' });
    const [answer] = await once(request, 'response');
    expect(answer.statusCode).toBe(400);
    answer.resume();
  },
);

test('a session is idle since its last answer, not since the request for it', () => {
  const closed: unknown[] = [];
  const sessions = createSessions((name) => ({ close: () => void closed.push(name) }) as MockSession);
  const asked = sessions.get('asked');
  const release = sessions.hold('asked');
  for (let count = 0; count < 1500; count += 1) sessions.get(`s${count}`);
  release();
  sessions.get('one more');
  expect(sessions.get('asked')).toBe(asked);
  expect(closed.slice(0, 2)).toEqual(['s0', 's1']);
});

test.for(shells.filter(({ name }) => name === 'Node'))(
  'a session is not evicted while an answer is streamed',
  async (shell) => {
    await using mock = await openMock(shell);
    const messages = [{ role: 'user', content: 'Tell me about paper boats in 50000 words.' }];
    const answer = await fetch(`${mock.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk-mock',
        'content-type': 'application/json',
        'x-mock-session': 'reading',
      },
      body: JSON.stringify({ model: 'qx3.8-max', stream: true, messages }),
    });
    for (let count = 0; count < 1000; count += 1)
      await mock.ask('GET', '/v1/models', { session: `s${count}` });
    expect(await mock.controlOf('reading').journal()).toHaveLength(1);
    await answer.body?.cancel();
  },
);
