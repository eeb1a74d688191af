import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../src/mock/duration.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { BOAT, openMock } from './open-mock.ts';

describe.each(shells)('$name shell', (shell) => {
  test('reports the time of a seeded mock with a frozen clock', async () => {
    await using mock = await openMock(shell, { seed: 1, speed: 20 });
    expect(await mock.control.getClock()).toEqual({
      now: '2027-01-01T00:00:00.000Z',
      unix_ms: 1798761600000,
      speed: 20,
      frozen: true,
    });
  });

  test('advances to the moment when a task ends, not before', async () => {
    await using mock = await openMock(shell);
    const id = await mock.submit();
    await mock.control.setClock({ advance: '7999ms' });
    expect(await mock.task(id)).toMatchObject({ status: 'processing', progress: 99 });
    await mock.control.setClock({ advance: '1ms' });
    expect(await mock.task(id)).toMatchObject({ status: 'success', progress: 100, actual_time: 8 });
  });

  test('has ended every due task when the response arrives', async () => {
    await using mock = await openMock(shell);
    await Promise.all(Array.from({ length: 200 }, () => mock.submit()));
    await mock.control.setClock({ advance: '1.5m' });
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ balance: '994', held: '0', used: '6' });
  });

  test('advances to the last moment of the year 9999, and no further', async () => {
    await using mock = await openMock(shell, { seed: 1 });
    const days = (Date.UTC(10_000, 0) - (await mock.control.getClock()).unix_ms) / 86_400_000;
    const refused = await mock.ask('POST', '/__mock/clock', { body: { advance: `${days}d` } });
    expect([refused.status, at(refused.body, 'error', 'param')]).toEqual([400, '/advance']);
    await mock.control.setClock({ advance: `${days - 1}d` });
    const last = await mock.control.setClock({ advance: '86399.999s' });
    expect(last.now).toBe('9999-12-31T23:59:59.999Z');
  });

  test('changes speed, freezes and continues', async () => {
    await using mock = await openMock(shell);
    expect(await mock.control.setClock({ speed: 100_000 })).toMatchObject({ speed: 100_000, frozen: true });
    const id = await mock.submit();
    expect(await mock.control.setClock({ freeze: false })).toMatchObject({ frozen: false });
    let record = await mock.task(id);
    for (let polls = 0; polls < 1000 && at(record, 'status') !== 'success'; polls += 1)
      record = await mock.task(id);
    expect(record).toMatchObject({ status: 'success' });
    const frozen = await mock.control.setClock({ freeze: true });
    expect(await mock.control.getClock()).toEqual(frozen);
  });

  test('lets links expire', async () => {
    await using mock = await openMock(shell);
    const id = await mock.submit({ ...BOAT, model: 'sx-5-0-lite' });
    await mock.control.setClock({ advance: '10m' });
    const link = String(at(await mock.task(id), 'result', 'images', 0, 'url', 0)).slice(mock.origin.length);
    expect((await mock.ask('GET', link, { key: null })).status).toBe(200);
    await mock.control.setClock({ advance: '72h' });
    expect((await mock.ask('GET', link, { key: null })).status).toBe(410);
  });

  test.each<[unknown, string]>([
    [{ advance: 'soon' }, '/advance'],
    [{ advance: 90 }, '/advance'],
    [{ advance: '-5s' }, '/advance'],
    [{ speed: 0 }, '/speed'],
    [{ speed: 1e7 }, '/speed'],
    [{ freeze: 'yes' }, '/freeze'],
    [{ forward: '1s' }, '/forward'],
    [{}, ''],
    [[], ''],
  ])('refuses %j', async (body, param) => {
    await using mock = await openMock(shell);
    const before = await mock.control.getClock();
    const answer = await mock.ask('POST', '/__mock/clock', { body });
    expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, param]);
    expect(await mock.control.getClock()).toEqual(before);
  });

  test('does not change the clock of an embedding program, whose sessions are frozen', async () => {
    const clock = createManualClock();
    await using mock = await openMock(shell, { clock });
    const answer = await mock.ask('POST', '/__mock/clock', { body: { advance: '1s' } });
    expect(answer.status).toBe(400);
    const session = mock.controlOf('own');
    expect(await session.setClock({ advance: '1s' })).toMatchObject({ unix_ms: clock.now() + 1000 });
  });
});

test.each([
  ['1.001s', 1001],
  ['0.6ms', 1],
  ['1.5h', 5_400_000],
  ['2d', 172_800_000],
])('%s are %i milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['', '5', 's', '5 weeks', '5y', '-5s', '1.s', '5s later', 'in 5s'])(
  'rejects "%s" as a duration',
  (text) => {
    expect(() => parseDuration(text)).toThrow(new RangeError(`"${text}" is not a duration`));
  },
);
