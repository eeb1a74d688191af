import { describe, expect, test } from 'vitest';
import { createJournal } from '../../src/mock/journal.ts';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { BOAT, openMock } from './open-mock.ts';

describe.each(shells)('$name shell', (shell) => {
  test('records the warning of a response', async () => {
    await using mock = await openMock(shell);
    await mock.submit(BOAT);
    await mock.submit({ ...BOAT, promt: 'A paper boat' });
    const warning = '"promt is not a known field; did you mean prompt?";param="/promt";suggestion="/prompt"';
    expect((await mock.control.journal()).map((entry) => entry.warning)).toEqual([undefined, warning]);
  });

  test('records requests and responses, without keys, queries and bodies', async () => {
    const began = performance.now();
    await using mock = await openMock(shell, { seed: 1 });
    await mock.control.putAccount('sk-live-0123456789-secret', { balance: '1' });
    const id = await mock.submit({ ...BOAT, prompt: 'A secret boat' }, { key: 'sk-live-0123456789-secret' });
    await mock.ask('GET', `/v1/tasks/${id}?language=secret`);
    await mock.control.addScenario({ operation: 'listModels', outcome: 'drop' });
    await mock.ask('GET', '/v1/models').catch(() => {});
    await mock.ask('POST', '/nowhere', { key: null });
    await mock.ask('GET', '/v1/user/balance', { key: 'wrong-secret' });
    const entries = await mock.control.journal();
    const duration_ms = expect.any(Number);
    expect(entries).toEqual([
      {
        time: '2027-01-01T00:00:00.000Z',
        duration_ms,
        method: 'POST',
        path: '/v1/images/generations',
        key_hint: 'sk-live…',
        operation: 'createImage',
        status: 200,
        task_id: id,
      },
      {
        time: '2027-01-01T00:00:00.000Z',
        duration_ms,
        method: 'GET',
        path: `/v1/tasks/${id}`,
        key_hint: 'sk-mock',
        operation: 'getTask',
        status: 404,
        task_id: id,
      },
      {
        time: '2027-01-01T00:00:00.000Z',
        duration_ms,
        method: 'GET',
        path: '/v1/models',
        key_hint: 'sk-mock',
        operation: 'listModels',
        scenario: 1,
      },
      { time: '2027-01-01T00:00:00.000Z', duration_ms, method: 'POST', path: '/nowhere', status: 404 },
      {
        time: '2027-01-01T00:00:00.000Z',
        duration_ms,
        method: 'GET',
        path: '/v1/user/balance',
        key_hint: 'wron…',
        operation: 'getUserBalance',
        status: 401,
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
    const elapsed = Math.ceil(performance.now() - began);
    for (const entry of entries) {
      expect(String(entry.duration_ms)).toMatch(/^\d+(\.\d\d?)?$/);
      expect(entry.duration_ms).toBeLessThanOrEqual(elapsed);
    }
  });

  test('records a replay with the task of the first submission', async () => {
    await using mock = await openMock(shell);
    const headers = { 'idempotency-key': 'order-1' };
    const id = await mock.submit(BOAT, { headers });
    await mock.submit(BOAT, { headers });
    expect((await mock.control.journal()).map(({ task_id }) => task_id)).toEqual([id, id]);
  });

  test('records the download of a file with its task', async () => {
    await using mock = await openMock(shell);
    const id = await mock.submit(BOAT);
    await mock.ask('GET', `/files/${id}/0.png`, { key: null });
    const [, download] = await mock.control.journal();
    expect(download).toMatchObject({
      path: `/files/${id}/0.png`,
      operation: 'getFile',
      status: 404,
      task_id: id,
    });
  });

  test('returns the newest entries, as many as requested', async () => {
    await using mock = await openMock(shell);
    for (const path of ['/a', '/b', '/c']) await mock.ask('GET', path);
    expect((await mock.control.journal(2)).map(({ path }) => path)).toEqual(['/b', '/c']);
    for (const limit of ['0', '1001', 'all']) {
      const answer = await mock.ask('GET', `/__mock/journal?limit=${limit}`);
      expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, 'limit']);
    }
    for (const limit of ['1', '1000'])
      expect((await mock.ask('GET', `/__mock/journal?limit=${limit}`)).status, limit).toBe(200);
  });
});

test('keeps a limited number of entries, the newest in order', () => {
  const journal = createJournal(3);
  const targets = () => journal.last(10).map(({ path }) => path);
  const request = {
    at: 0,
    method: 'GET',
    authorization: undefined,
    operation: undefined,
    status: 200,
    warning: undefined,
    taskId: undefined,
    scenario: undefined,
    durationMs: 0,
  };
  expect(targets()).toEqual([]);
  for (const target of ['/1', '/2', '/3', '/4', '/5']) journal.add({ ...request, target });
  expect(targets()).toEqual(['/3', '/4', '/5']);
  expect(journal.last(1).map(({ path }) => path)).toEqual(['/5']);
  journal.add({ ...request, target: `/${'x'.repeat(5000)}` });
  expect(journal.last(1)[0]?.path).toHaveLength(500);
});
