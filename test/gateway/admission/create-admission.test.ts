import { expect, test } from 'vitest';
import { createAdmission } from '../../../src/gateway/admission/create-admission.ts';
import { reserveBytes } from '../../../src/gateway/admission/reserve-bytes.ts';

test('what a request released is not released again when it ends', () => {
  const admission = createAdmission({ reference_bytes: { per_account: 100, per_process: 10 } });
  const first = admission.open('a');
  expect(first.take('reference_bytes', 5)).toBeUndefined();
  first.give('reference_bytes', 5);
  first.end();
  expect(admission.open('b').take('reference_bytes', 11)?.status).toBe(503);
  expect(admission.open('b').take('reference_bytes', 10)).toBeUndefined();
});

test('the end of a request releases the capacity it still holds, and none of others', () => {
  const admission = createAdmission({ body_bytes: { per_account: 10, per_process: 10 } });
  const [first, second] = [admission.open('a'), admission.open('a')];
  for (const one of [first, second]) expect(one.take('body_bytes', 4)).toBeUndefined();
  first.give('body_bytes', 1);
  first.end();
  expect(second.take('body_bytes', 7)?.status).toBe(429);
  expect(second.take('body_bytes', 6)).toBeUndefined();
});

test('an announced length has to fit, and reserves nothing', () => {
  const admission = createAdmission({ body_bytes: { per_account: 10, per_process: 15 } });
  const [first, other] = [admission.open('a'), admission.open('b')];
  expect(first.take('body_bytes', 4, { ahead: 7 })?.status).toBe(429);
  expect(first.take('body_bytes', 4, { ahead: 6 })).toBeUndefined();
  expect(first.take('body_bytes', 6)).toBeUndefined();
  expect(other.take('body_bytes', 3, { ahead: 3 })?.status).toBe(503);
  expect(other.take('body_bytes', 3, { ahead: 2 })).toBeUndefined();
});

test('a refused reference releases its own capacity, and none of others', () => {
  const admission = createAdmission({ reference_bytes: { per_account: 10, per_process: 10 } });
  const [first, second] = [admission.open('a'), admission.open('a')];
  const bytes = reserveBytes(first);
  expect(second.take('reference_bytes', 4)).toBeUndefined();
  expect([bytes.reserve(6), bytes.refusal()]).toEqual([true, undefined]);
  expect([bytes.reserve(3), bytes.refusal()?.status]).toEqual([false, 429]);
  bytes.release();
  bytes.release();
  expect(second.take('reference_bytes', 7)?.status).toBe(429);
  expect(second.take('reference_bytes', 6)).toBeUndefined();
});

test('a refusal names the limit, and when to try again', () => {
  const admission = createAdmission({ answers: { per_account: 1, per_process: 1 } });
  admission.open('a').take('answers', 1);
  const messages = ['a', 'b'].map(
    (account) => admission.open(account).take('answers', 1)?.body.error.message,
  );
  expect(messages).toEqual([
    'This account has reached its limit of 1 text responses in progress: try again in 2 seconds.',
    'The service is at capacity (1 text responses in progress): try again in 2 seconds.',
  ]);
});
