import { describe, expect, test } from 'vitest';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { until } from '../support/until.ts';
import { BOAT, openMock } from './open-mock.ts';

describe.each(shells)('$name shell', (shell) => {
  test('fails the next task with its code and text, and refunds it', async () => {
    await using mock = await openMock(shell);
    const error = { code: 'upstream_timeout', message: 'The crystal ball is dark.' } as const;
    const scenario = { operation: 'createImage', outcome: 'fail', error, times: 1 } as const;
    expect(await mock.control.addScenario(scenario)).toEqual({ id: 1, played: 0, ...scenario });
    const [failing, fine] = [await mock.submit(), await mock.submit()];
    expect(await mock.control.listScenarios()).toEqual([{ id: 1, played: 1, ...scenario }]);
    await mock.control.setClock({ advance: '1m' });
    expect(await mock.task(failing)).toMatchObject({
      status: 'failed',
      cost: 0,
      error: { code: 'upstream_timeout', message: 'The crystal ball is dark.', type: 'server_error' },
    });
    expect(await mock.task(fine)).toMatchObject({ status: 'success' });
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({
      balance: '999.97',
      held: '0',
      used: '0.03',
    });
  });

  test('matches an unknown model by its exact name', async () => {
    await using mock = await openMock(shell);
    const scenario = { operation: 'createImage', model: 'no/model', outcome: 'status', status: 503 } as const;
    await mock.control.addScenario(scenario);
    const ask = async (model: string) =>
      (await mock.ask('POST', '/v1/images/generations', { body: { ...BOAT, model } })).status;
    expect([await ask('no/model'), await ask('no/other'), await ask(BOAT.model)]).toEqual([503, 400, 200]);
  });

  test('translates the text of a failure without its own text', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createImage', outcome: 'fail' });
    const id = await mock.submit();
    await mock.control.setClock({ advance: '1m' });
    const plain = await mock.task(id);
    const german = (await mock.ask('GET', `/v1/tasks/${id}?language=de`)).body;
    expect(at(plain, 'error', 'code')).toBe('task_failed');
    expect(at(german, 'error', 'message')).not.toBe(at(plain, 'error', 'message'));
  });

  test('waits for an accepted task', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createImage', outcome: 'fail', times: 1 });
    const refused = await mock.ask('POST', '/v1/images/generations', { body: { ...BOAT, prompt: 7 } });
    expect(refused.status).toBe(400);
    const poor = await mock.ask('POST', '/v1/images/generations', { key: 'sk-mock-empty', body: BOAT });
    expect(poor.status).toBe(402);
    expect(await mock.control.listScenarios()).toMatchObject([{ played: 0 }]);
    const id = await mock.submit();
    await mock.control.setClock({ advance: '1m' });
    expect(await mock.task(id)).toMatchObject({ status: 'failed' });
  });

  test('fails the tasks of one model only, by any of its spellings', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createImage', model: 'sx-5-0-pro', outcome: 'fail' });
    const [other, spelled] = [await mock.submit(), await mock.submit({ ...BOAT, model: 'sx-5.0-pro' })];
    await mock.control.setClock({ advance: '10m' });
    expect(await mock.task(other)).toMatchObject({ status: 'success' });
    expect(await mock.task(spelled)).toMatchObject({ status: 'failed' });
  });

  test.each(['refused', 'replayed'])(
    'waits for the next accepted task: a %s submission is none',
    async (how) => {
      await using mock = await openMock(shell);
      const headers = { 'idempotency-key': 'order-1' };
      await mock.submit(BOAT, { headers });
      await mock.control.addScenario({ operation: 'createImage', outcome: 'fail', times: 1 });
      const body = how === 'refused' ? { ...BOAT, size: '9:21' } : BOAT;
      const { status } = await mock.ask('POST', '/v1/images/generations', {
        body,
        headers: how === 'refused' ? {} : headers,
      });
      expect(status).toBe(how === 'refused' ? 400 : 200);
      expect(await mock.control.listScenarios()).toMatchObject([{ played: 0 }]);
      const id = await mock.submit();
      await mock.control.setClock({ advance: '8s' });
      expect(await mock.task(id)).toMatchObject({ status: 'failed' });
    },
  );

  test('a submission that is delayed is answered at once', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createImage', outcome: 'fail', delay: '2m', times: 1 });
    const id = await mock.submit();
    await mock.control.setClock({ advance: '127s' });
    expect(await mock.task(id)).toMatchObject({ status: 'processing' });
    await mock.control.setClock({ advance: '1s' });
    expect(await mock.task(id)).toMatchObject({ status: 'failed' });
  });

  test('delays the end of a task', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createImage', outcome: 'delay', delay: '2m', times: 1 });
    const [late, timely] = [await mock.submit(), await mock.submit()];
    await mock.control.setClock({ advance: '8s' });
    expect(await mock.task(timely)).toMatchObject({ status: 'success' });
    await mock.control.setClock({ advance: '119999ms' });
    expect(await mock.task(late)).toMatchObject({ status: 'processing' });
    await mock.control.setClock({ advance: '1ms' });
    expect(await mock.task(late)).toMatchObject({ status: 'success', actual_time: 128 });
  });

  test('delays a response by the clock', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'listModels', outcome: 'delay', delay: '5s', times: 1 });
    let isAnswered = false;
    const answer = mock.ask('GET', '/v1/models').then(({ status }) => {
      isAnswered = true;
      return status;
    });
    while ((await mock.control.listScenarios())[0]?.played !== 1);
    await mock.control.setClock({ advance: '4s' });
    expect((await mock.ask('GET', '/v1/models')).status).toBe(200);
    expect(isAnswered).toBe(false);
    await mock.control.setClock({ advance: '5s' });
    expect(await answer).toBe(200);
  });

  test('returns a status before anything happens', async () => {
    await using mock = await openMock(shell);
    const error = { message: 'Come back later.' } as const;
    await mock.control.addScenario({
      operation: 'createImage',
      outcome: 'status',
      status: 502,
      error,
      times: 2,
    });
    for (const _ of [1, 2]) {
      const answer = await mock.ask('POST', '/v1/images/generations', { key: null, body: BOAT });
      expect(answer.status).toBe(502);
      expect(answer.body).toMatchObject({
        error: { code: 502, type: 'bad_gateway', message: 'Come back later.' },
      });
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    }
    await mock.submit();
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ held: '0.03' });
  });

  test('says whose fault a rejected prompt is', async () => {
    await using mock = await openMock(shell);
    const codes = ['content_rejected', 'reference_unreachable'] as const;
    for (const code of codes)
      await mock.control.addScenario({
        operation: 'createImage',
        outcome: 'fail',
        error: { code },
        times: 1,
      });
    const ids = [await mock.submit(), await mock.submit()];
    await mock.control.setClock({ advance: '1m' });
    for (const [index, id] of ids.entries())
      expect(await mock.task(id)).toMatchObject({
        error: { code: codes[index], type: 'invalid_request_error' },
      });
  });

  test('matches the model in a path and in a query', async () => {
    await using mock = await openMock(shell);
    for (const operation of ['getModelSchema', 'getModelSchemaByQuery'] as const)
      await mock.control.addScenario({ operation, model: 'vxq3', outcome: 'status', status: 500 });
    const statusOf = async (path: string) => (await mock.ask('GET', path)).status;
    expect(await statusOf('/v1/models/vxq3/schema')).toBe(500);
    expect(await statusOf('/v1/models/vxq3-mix/schema')).toBe(200);
    expect(await statusOf('/v1/model-schema?model=vxq3')).toBe(500);
    expect(await statusOf('/v1/model-schema?model=vxq3-mix')).toBe(200);
  });

  test('a reset ends what is delayed', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'listModels', outcome: 'delay', delay: '5s' });
    const answer = mock.ask('GET', '/v1/models');
    await until('the delay', async () => (await mock.control.listScenarios())[0]?.played === 1);
    await mock.control.reset();
    expect((await answer).status).toBe(200);
  });

  test('cancels a task: a full refund, and no callback is sent', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createImage', outcome: 'cancel', times: 1 });
    const id = await mock.submit({ ...BOAT, webhook: 'http://127.0.0.1:9/hook' });
    expect(await mock.task(id)).toMatchObject({ status: 'submitted' });
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ balance: '999.97', held: '0.03' });
    await mock.control.setClock({ advance: '1h' });
    const task = await mock.task(id);
    expect(task).toMatchObject({ status: 'cancelled', cost: 0, actual_time: 8 });
    expect(Number(at(task, 'completed')) - Number(at(task, 'created'))).toBe(8);
    expect(task).not.toHaveProperty('result');
    expect(task).not.toHaveProperty('error');
    const refunded = { balance: '1000', held: '0', used: '0' };
    expect(await mock.control.getAccount('sk-mock')).toMatchObject(refunded);
    expect(await mock.control.listWebhooks()).toEqual([]);
    const next = await mock.submit();
    await mock.control.setClock({ advance: '1h' });
    expect(await mock.task(next)).toMatchObject({ status: 'success' });
  });

  test('cancels a task at the poll that finds it due, later when it is delayed', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createImage', outcome: 'cancel', delay: '10m', times: 1 });
    const id = await mock.submit();
    await mock.control.setClock({ advance: '9m' });
    expect(await mock.task(id)).toMatchObject({ status: 'processing' });
    await mock.control.setClock({ advance: '2m' });
    expect(await mock.task(id)).toMatchObject({ status: 'cancelled' });
  });

  test('drops the connection', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'getUserBalance', outcome: 'drop', times: 1 });
    await expect(mock.ask('GET', '/v1/user/balance')).rejects.toThrow();
    expect((await mock.ask('GET', '/v1/user/balance')).status).toBe(200);
  });

  test('cuts off a response, which an idempotent retry repairs', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createImage', outcome: 'truncate', times: 1 });
    const headers = { 'idempotency-key': 'order-1' };
    await expect(mock.ask('POST', '/v1/images/generations', { body: BOAT, headers })).rejects.toThrow();
    const again = await mock.ask('POST', '/v1/images/generations', { body: BOAT, headers });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ held: '0.03' });
  });

  test('cuts off the download of a result', async () => {
    await using mock = await openMock(shell);
    const id = await mock.submit();
    await mock.control.setClock({ advance: '1m' });
    const link = String(at(await mock.task(id), 'result', 'images', 0, 'url', 0)).slice(mock.origin.length);
    await mock.control.addScenario({
      operation: 'getFile',
      model: BOAT.model,
      outcome: 'truncate',
      times: 1,
    });
    await expect(mock.ask('GET', link, { key: null })).rejects.toThrow();
    expect((await mock.ask('GET', link, { key: null })).status).toBe(200);
  });

  test('applies the first match, and removes all on request', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'listModels', outcome: 'status', status: 429, times: 1 });
    await mock.control.addScenario({ operation: 'getTask', outcome: 'status', status: 500 });
    await mock.control.addScenario({ operation: 'listModels', outcome: 'status', status: 500 });
    const statuses: number[] = [];
    for (const _ of [1, 2, 3]) statuses.push((await mock.ask('GET', '/v1/models')).status);
    expect(statuses).toEqual([429, 500, 500]);
    await mock.control.removeScenarios();
    expect(await mock.control.listScenarios()).toEqual([]);
    expect((await mock.ask('GET', '/v1/models')).status).toBe(200);
  });

  test('makes the same random choices with the same seed', async () => {
    const play = async (seed?: number) => {
      await using mock = await openMock(shell, seed === undefined ? {} : { seed });
      await mock.control.addScenario({
        operation: 'listModels',
        outcome: 'status',
        status: 500,
        probability: 0.5,
      });
      const statuses: number[] = [];
      for (let count = 0; count < 32; count += 1) statuses.push((await mock.ask('GET', '/v1/models')).status);
      return statuses.join(' ');
    };
    const [first, second, other] = [await play(7), await play(7), await play(8)];
    expect(first).toBe(second);
    expect(first).not.toBe(other);
    expect(await play()).not.toBe(await play());
    expect(first).toContain('200');
    expect(first).toContain('500');
  });

  test('plays as often as its probability says', async () => {
    await using mock = await openMock(shell, { seed: 7 });
    await mock.control.addScenario({
      operation: 'listModels',
      outcome: 'status',
      status: 500,
      probability: 0.1,
    });
    let played = 0;
    for (let count = 0; count < 40; count += 1)
      played += (await mock.ask('GET', '/v1/models')).status === 500 ? 1 : 0;
    expect(played).toBeLessThan(15);
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['an operation that is none', { operation: 'makeCoffee', outcome: 'drop' }, '/operation'],
    ['no operation', { outcome: 'drop' }, '/operation'],
    ['an outcome that is none', { operation: 'getTask', outcome: 'explode' }, '/outcome'],
    ['a failure where nothing can fail', { operation: 'getTask', outcome: 'fail' }, '/outcome'],
    ['a status that is not declared', { operation: 'getTask', outcome: 'status', status: 502 }, '/status'],
    ['no status', { operation: 'getTask', outcome: 'status' }, '/status'],
    ['no delay', { operation: 'getTask', outcome: 'delay' }, '/delay'],
    ['a delay that is none', { operation: 'getTask', outcome: 'delay', delay: 'long' }, '/delay'],
    [
      'an unknown code',
      { operation: 'createImage', outcome: 'fail', error: { code: 'oops' } },
      '/error/code',
    ],
    [
      'a model where none is named',
      { operation: 'getUserBalance', model: 'vxq3', outcome: 'drop' },
      '/model',
    ],
    ['a probability above one', { operation: 'getTask', outcome: 'drop', probability: 2 }, '/probability'],
    ['no times', { operation: 'getTask', outcome: 'drop', times: 0 }, '/times'],
    ['a slip of the pen', { operation: 'getTask', outcome: 'drop', tmies: 1 }, '/tmies'],
  ])('refuses %s', async (_what, body, param) => {
    await using mock = await openMock(shell);
    const answer = await mock.ask('POST', '/__mock/scenarios', { body });
    expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, param]);
    expect(await mock.control.listScenarios()).toEqual([]);
  });

  test('keeps a thousand and refuses more', async () => {
    await using mock = await openMock(shell);
    const body = { operation: 'getTask', outcome: 'drop' };
    for (let count = 0; count < 1000; count += 1) await mock.ask('POST', '/__mock/scenarios', { body });
    expect((await mock.ask('POST', '/__mock/scenarios', { body })).status).toBe(400);
  });
});

test.for(shells.filter(({ name }) => name === 'Node'))(
  'a client that leaves ends its delay',
  async (shell) => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'listModels', outcome: 'delay', delay: '5s' });
    const leaving = new AbortController();
    const headers = { authorization: 'Bearer sk-mock' };
    const answer = fetch(`${mock.origin}/v1/models`, { headers, signal: leaving.signal });
    await until('the delay', async () => (await mock.control.listScenarios())[0]?.played === 1);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await until('its end', async () => (await mock.control.journal()).length === 1);
  },
);
