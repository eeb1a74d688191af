import { expect, test } from 'vitest';
import { createPreparedAnswers, isPrepared } from '../../../src/gateway/answers/prepared-answers.ts';

const LONG = 'x'.repeat(2000);

function openCounted(maxBytes = 10_000) {
  let compressions = 0;
  const gzip = async () => {
    compressions += 1;
    return new Uint8Array(100);
  };
  return { answers: createPreparedAnswers({ gzip }, maxBytes), compressions: () => compressions };
}

test('builds and serializes an answer once', () => {
  const { answers } = openCounted();
  let builds = 0;
  const build = () => ({ builds: ++builds });
  expect(answers.prepare('one', build).text).toBe('{"builds":1}');
  expect(answers.prepare('one', build).text).toBe('{"builds":1}');
  expect(answers.prepare('other', build).text).toBe('{"builds":2}');
});

test('compresses an answer once, however many clients ask for it at the same time', async () => {
  const { answers, compressions } = openCounted();
  const ask = () => answers.prepare('one', () => ({ LONG }), { isCompressible: true }).gzip?.();
  await Promise.all([ask(), ask()]);
  await ask();
  expect(compressions()).toBe(1);
});

test('compresses again after a failure', async () => {
  let attempts = 0;
  const gzip = async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('no memory');
    return new Uint8Array(100);
  };
  const body = createPreparedAnswers({ gzip }).prepare('one', () => ({ LONG }), { isCompressible: true });
  await expect(body.gzip?.()).rejects.toThrow('no memory');
  await expect(body.gzip?.()).resolves.toHaveLength(100);
});

test('does not compress what is short, or must not be compressed', () => {
  const { answers } = openCounted();
  expect(answers.prepare('short', () => ({}), { isCompressible: true }).gzip).toBeUndefined();
  expect(answers.prepare('long', () => ({ LONG })).gzip).toBeUndefined();
});

test('counts the bytes of texts and of their compressed forms, and evicts the oldest', async () => {
  const { answers } = openCounted(4500);
  const prepare = (name: string) => answers.prepare(name, () => ({ LONG }), { isCompressible: true });
  const first = prepare('first');
  expect(answers.bytes()).toBe(2011);
  await first.gzip?.();
  expect(answers.bytes()).toBe(2111);
  prepare('second');
  expect(answers.bytes()).toBe(4122);
  prepare('third');
  expect(answers.bytes()).toBe(4022);
  expect(prepare('second')).not.toBe(first);
  expect(prepare('first')).not.toBe(first);
});

test('an answer that is compressed after its eviction is not counted', async () => {
  const { answers } = openCounted(3000);
  const first = answers.prepare('first', () => ({ LONG }), { isCompressible: true });
  answers.prepare('second', () => ({ LONG }));
  await first.gzip?.();
  expect(answers.bytes()).toBe(2011);
});

test('distinguishes a prepared body from one of the contract', () => {
  const { answers } = openCounted();
  expect(isPrepared(answers.prepare('one', () => ({})))).toBe(true);
  expect(isPrepared({ success: true, data: [] })).toBe(false);
});
