import { expect, test } from 'vitest';
import { createClockPacer } from '../../../src/adapters/clock/create-pacer.ts';
import { createIdleSource } from '../../../src/gateway/text/answer/idle-source.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A source whose items a test supplies one by one. */
function arrange() {
  const clock = createManualClock();
  const leaving = new AbortController();
  const steps: PromiseWithResolvers<string | undefined>[] = [];
  const next = () => {
    const step = Promise.withResolvers<string | undefined>();
    steps.push(step);
    return step.promise;
  };
  async function* produce() {
    for (let item = await next(); item !== undefined; item = await next()) yield item;
  }
  const source = createIdleSource(produce(), {
    clock,
    pacer: createClockPacer(clock),
    idleMs: 15_000,
    signal: leaving.signal,
  });
  return {
    clock,
    leaving,
    source,
    asked: () => steps.length,
    give: (item: string | undefined) => steps.at(-1)?.resolve(item),
    fail: (error: Error) => steps.at(-1)?.reject(error),
  };
}

test('reports silence repeatedly, counted from the last item', async () => {
  const { clock, source, give } = arrange();
  const first = source.next();
  await turn();
  clock.advance(10_000);
  give('a');
  expect(await first).toEqual({ kind: 'item', item: 'a' });
  const second = source.next();
  await turn();
  clock.advance(14_999);
  await turn();
  clock.advance(1);
  expect(await second).toEqual({ kind: 'idle' });
  const third = source.next();
  await turn();
  clock.advance(15_000);
  expect(await third).toEqual({ kind: 'idle' });
  const fourth = source.next();
  give('b');
  expect(await fourth).toEqual({ kind: 'item', item: 'b' });
});

test('keeps an item that arrives right after a silence', async () => {
  const { clock, source, give } = arrange();
  const first = source.next();
  await turn();
  clock.advance(15_000);
  expect(await first).toEqual({ kind: 'idle' });
  give('late');
  await turn();
  expect(await source.next()).toEqual({ kind: 'item', item: 'late' });
});

test('a slow reader is not a silent model', async () => {
  const { clock, source, give } = arrange();
  const first = source.next();
  await turn();
  give('a');
  await first;
  clock.advance(60_000);
  await turn();
  const second = source.next();
  await turn();
  give('b');
  expect(await second).toEqual({ kind: 'item', item: 'b' });
});

test('ends with the items, and fails as they do', async () => {
  const ended = arrange();
  const waiting = ended.source.next();
  await turn();
  ended.give(undefined);
  expect(await waiting).toEqual({ kind: 'done' });
  const failed = arrange();
  const failing = failed.source.next();
  await turn();
  failed.fail(new Error('no more'));
  await expect(failing).rejects.toThrow('no more');
});

test('a reader that disconnects stops waiting', async () => {
  const { leaving, source, give } = arrange();
  const waiting = source.next();
  await turn();
  leaving.abort();
  expect(await waiting).toEqual({ kind: 'left' });
  give('late');
  await turn();
  expect(await source.next()).toEqual({ kind: 'left' });
});

test('an item that arrives before an alarm defers it', async () => {
  const { clock, source, give } = arrange();
  const first = source.next();
  await turn();
  clock.advance(10_000);
  give('a');
  await first;
  const second = source.next();
  await turn();
  clock.advance(5000); // the alarm of the first
  give('b');
  expect(await second).toEqual({ kind: 'item', item: 'b' });
});

test('an item is asked for once, however often its reader is told of silence', async () => {
  const { clock, source, asked, give } = arrange();
  for (let silence = 0; silence < 3; silence += 1) {
    const waiting = source.next();
    await turn();
    clock.advance(15_000);
    expect(await waiting).toEqual({ kind: 'idle' });
  }
  expect(asked()).toBe(1);
  give('a');
  expect(await source.next()).toEqual({ kind: 'item', item: 'a' });
});

test('a failure right after a silence is kept for the next call', async () => {
  const { clock, source, fail } = arrange();
  const first = source.next();
  await turn();
  clock.advance(15_000);
  await first;
  fail(new Error('no more'));
  await turn();
  await turn();
  await expect(source.next()).rejects.toThrow('no more');
});

test('the items are closed when their reader leaves, or had left before, if they can be', async () => {
  const clock = createManualClock();
  const pacer = createClockPacer(clock);
  const sourceOf = (signal: AbortSignal, canClose: boolean) => {
    let closed = 0;
    const next = () => new Promise<never>(() => {});
    const close = async () => {
      closed += 1;
      return { done: true, value: undefined } as const;
    };
    const items = { [Symbol.asyncIterator]: () => ({ next, ...(canClose ? { return: close } : {}) }) };
    const source = createIdleSource(items, { clock, pacer, idleMs: 15_000, signal });
    return { source, closed: () => closed };
  };
  const gone = sourceOf(AbortSignal.abort(), true);
  expect([await gone.source.next(), gone.closed()]).toEqual([{ kind: 'left' }, 1]);
  for (const canClose of [true, false]) {
    const leaving = new AbortController();
    const { source, closed } = sourceOf(leaving.signal, canClose);
    const waiting = source.next();
    leaving.abort();
    expect([await waiting, closed()]).toEqual([{ kind: 'left' }, canClose ? 1 : 0]);
  }
});

test('a source that is closed ends its items, and reports no more silence', async () => {
  const { clock, source, give } = arrange();
  const first = source.next();
  give('a');
  await first;
  let isSilent = false;
  const second = source.next().then(() => {
    isSilent = true;
  });
  await turn();
  source.close();
  clock.advance(60_000);
  await turn();
  expect(isSilent).toBe(false);
  give(undefined);
  await second;
});
