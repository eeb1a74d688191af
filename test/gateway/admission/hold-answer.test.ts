import { expect, test } from 'vitest';
import { createAdmission } from '../../../src/gateway/admission/create-admission.ts';
import { holdAnswer } from '../../../src/gateway/admission/hold-answer.ts';

test('a stream that is cut off is no longer in progress', async () => {
  const admission = createAdmission({ answers: { per_account: 1, per_process: 1 } });
  async function* broken() {
    yield 'data: {}\n\n';
    throw new Error('The model broke off.');
  }
  const stream = { status: 200, contentType: 'text/event-stream', body: broken() } as const;
  const { body } = await holdAnswer(admission.open('a'), async () => stream);
  const read = async () => {
    for await (const chunk of body as AsyncIterable<string>) expect(chunk).toBe('data: {}\n\n');
  };
  expect(admission.open('a').take('answers', 1)?.status).toBe(429);
  await expect(read()).rejects.toThrow('broke off');
  expect(admission.open('a').take('answers', 1)).toBeUndefined();
});
