import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../src/adapters/engine/simulator.ts';
import { failingEngine } from '../support/failing-engine.ts';
import { at, openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };
const startAt = Date.UTC(2026, 10, 20, 12, 0, 0);
const startSecond = 1_795_176_000;

describe.each(shells)('through the $name shell', (shell) => {
  test('goes from submitted through processing to success as time passes', async () => {
    await using wire = await openWire(shell, { startAt });
    const id = await wire.submit(boat);
    expect(await wire.task(id)).toEqual({
      id,
      object: 'task',
      model: 'sx-5-0-pro',
      status: 'submitted',
      progress: 0,
      created: startSecond,
      estimated_time: 90,
      cost: 0,
      credits_cost: 0,
    });
    await wire.advance(45);
    expect(await wire.task(id)).toMatchObject({ status: 'processing', progress: 50, cost: 0 });
    await wire.advance(45);
    expect(await wire.task(id)).toMatchObject({
      id,
      status: 'success',
      progress: 100,
      created: startSecond,
      completed: startSecond + 90,
      actual_time: 90,
      cost: 0.045,
      credits_cost: 0.45,
      result: { images: [{ url: [expect.any(String)] }] },
    });
  });

  test('an engine with three times the speed finishes in a third of the time', async () => {
    const engine = createSimulator({ speed: 3 });
    await using wire = await openWire(shell, { startAt, ports: { engine } });
    const id = await wire.submit(boat);
    expect(await wire.task(id)).toMatchObject({ status: 'submitted', estimated_time: 30 });
    await wire.advance(29);
    expect(await wire.task(id)).toMatchObject({ status: 'processing' });
    await wire.advance(1);
    expect(await wire.task(id)).toMatchObject({ status: 'success', actual_time: 30 });
  });

  test('progress never decreases, and is 100 only on success', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit(boat);
    let last = 0;
    for (let second = 0; second <= 100; second += 1) {
      const record = await wire.task(id);
      const progress = Number(at(record, 'progress'));
      expect(Number.isInteger(progress)).toBe(true);
      expect(progress).toBeGreaterThanOrEqual(last);
      expect(progress === 100).toBe(at(record, 'status') === 'success');
      expect(at(record, 'result') !== undefined).toBe(at(record, 'status') === 'success');
      last = progress;
      await wire.advance(1);
    }
    expect(last).toBe(100);
  });

  test.each([
    [0, 'submitted', 0],
    [899, 'submitted', 0],
    [900, 'submitted', 1],
    [4499, 'submitted', 4],
    [4500, 'processing', 5],
    [44_999, 'processing', 49],
    [45_000, 'processing', 50],
    [89_999, 'processing', 99],
  ])('after %i ms of 90 seconds it is %s at %i percent', async (milliseconds, status, progress) => {
    await using wire = await openWire(shell);
    const id = await wire.submit(boat);
    await wire.advance(milliseconds / 1000);
    expect(await wire.task(id)).toMatchObject({ status, progress });
  });

  test('times are whole seconds, rounded down', async () => {
    await using wire = await openWire(shell, { startAt: startAt + 999 });
    const id = await wire.submit(boat);
    await wire.advance(90);
    expect(await wire.task(id)).toMatchObject({
      created: startSecond,
      completed: startSecond + 90,
      estimated_time: 90,
      actual_time: 90,
      result: { images: [{ expires_at: startSecond + 90 + 2_592_000 }] },
    });
  });

  test('a process whose clock is behind reports a new task as submitted, at 0 percent', async () => {
    await using one = await openWire(shell, { startAt });
    await using other = await openWire(shell, { startAt: startAt - 5000, ports: { store: one.store } });
    const id = await one.submit(boat);
    expect(await other.task(id)).toMatchObject({ status: 'submitted', progress: 0 });
  });

  test('keeps its final state', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit(boat);
    await wire.advance(90);
    const record = await wire.task(id);
    await wire.advance(86_400);
    expect(await wire.task(id)).toEqual(record);
    expect(await wire.task(id)).toEqual(record);
  });

  test('reports success as the polled gateway spells it, whichever was polled first', async () => {
    for (const first of ['success', 'completed'] as const) {
      await using one = await openWire(shell);
      const { store, clock } = one;
      await using other = await openWire(shell, { successStatus: 'completed', ports: { store, clock } });
      const id = await one.submit(boat);
      await one.advance(90);
      const wires = { success: one, completed: other };
      expect(await wires[first].task(id)).toMatchObject({ status: first });
      const [inOne, inOther] = [await one.task(id), await other.task(id)];
      expect(at(inOne, 'status')).toBe('success');
      expect(inOther).toEqual({ ...(inOne as object), status: 'completed' });
    }
  });

  test('is the same task for every key of its account and unknown to any other', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit(boat);
    expect(await wire.task(id, { key: 'sk-alpha-second' })).toEqual(await wire.task(id));
    const foreign = await wire.get(`/v1/tasks/${id}`, { key: 'sk-beta' });
    const unknown = await wire.get('/v1/tasks/task_999999', { key: 'sk-beta' });
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.text.replaceAll(id, 'ID')).toBe(unknown.text.replaceAll('task_999999', 'ID'));
    expect(at(foreign.body, 'error')).toMatchObject({
      code: 404,
      type: 'invalid_request_error',
      reason: 'task_not_found',
    });
    expect(Object.fromEntries(foreign.headers)).toMatchObject({ 'content-type': 'application/json' });
  });

  test('is unknown to other accounts even after it ended and was polled', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit(boat);
    await wire.advance(90);
    expect(await wire.task(id)).toEqual(await wire.task(id, { key: 'sk-alpha-second' }));
    expect((await wire.get(`/v1/tasks/${id}`, { key: 'sk-beta' })).status).toBe(404);
    expect((await wire.get(`/v1/tasks/${id}`, { key: 'sk-nobody' })).status).toBe(401);
    expect((await wire.get(`/v1/tasks/${id}`, { key: null })).status).toBe(401);
  });

  test.each(['task_', 'x', '__proto__', 'constructor', '%2e%2e', 'task_1%2f2', 'x'.repeat(4000)])(
    'answers 404 for the task id %s',
    async (id) => {
      await using wire = await openWire(shell);
      expect((await wire.get(`/v1/tasks/${id}`)).status).toBe(404);
    },
  );

  test('refuses a task id with U+0000, which no database can store', async () => {
    await using wire = await openWire(shell);
    expect((await wire.get('/v1/tasks/task_%00')).status).toBe(400);
  });

  test('accepts any language when polling', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit(boat);
    for (const language of ['zh', ' ZH ', 'zh-CN', 'xx', '']) {
      const answer = await wire.get(`/v1/tasks/${id}?language=${encodeURIComponent(language)}`);
      expect(answer.body).toEqual(await wire.task(id));
    }
  });

  test('reports why a task failed, and refunds it in full', async () => {
    await using wire = await openWire(shell, { ports: { engine: failingEngine } });
    const id = await wire.submit(boat);
    expect(await wire.remaining()).toBe(999.955);
    await wire.advance(90);
    const record = await wire.task(id);
    expect(record).toMatchObject({ status: 'failed', cost: 0, credits_cost: 0 });
    expect(at(record, 'error')).toEqual({
      code: 'content_rejected',
      message: 'The result was rejected.',
      type: 'server_error',
    });
    expect(at(record, 'progress')).toBeLessThan(100);
    expect(at(record, 'result')).toBeUndefined();
    expect(await wire.remaining()).toBe(1000);
  });

  test('shows the model as the client spelled it', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit({ model: 'Sx-5.0-lite', prompt: 'A paper boat' });
    expect(at(await wire.task(id), 'model')).toBe('Sx-5.0-lite');
  });
});
