import { expect, onTestFinished, test, vi } from 'vitest';
import { createCallbackListeners } from '../../src/msw/callback-listeners.ts';

const request = { url: 'https://shop.example/callback', headers: {}, body: '{}', timeoutMs: 10_000 };

test('a listener answers until it is removed, and its failure is reported', async () => {
  const faults: unknown[] = [];
  const { sender, add } = createCallbackListeners((error) => faults.push(error));
  const remove = add(() => new Response(null, { status: 503 }));
  expect(await sender.send(request)).toEqual({ kind: 'answered', status: 503 });
  remove();
  expect(await sender.send(request)).toEqual({ kind: 'answered', status: 200 });
  const broken = new Error('no');
  add(() => Promise.reject(broken));
  expect(await sender.send(request)).toEqual({ kind: 'unreachable', reason: 'a listener failed' });
  expect(faults).toEqual([broken]);
});

test('a listener that throws does not keep a callback from the others', async () => {
  const heard: string[] = [];
  const { sender, add } = createCallbackListeners(() => undefined);
  add(() => {
    throw new Error('no');
  });
  add(({ url }) => void heard.push(url));
  expect(await sender.send(request)).toEqual({ kind: 'unreachable', reason: 'a listener failed' });
  expect(heard).toEqual(['https://shop.example/callback']);
});

test('a listener that answers leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { sender, add } = createCallbackListeners(() => undefined);
  add(() => undefined);
  await sender.send(request);
  expect(vi.getTimerCount()).toBe(0);
});

test('a listener that does not answer is left in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { sender, add } = createCallbackListeners(() => undefined);
  add(() => new Promise(() => undefined));
  const sent = sender.send(request);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await sent).toEqual({ kind: 'unreachable', reason: 'no answer within 10000 ms' });
});
