import { expect, test } from 'vitest';
import { toTextAnswer } from '../../src/conformance/wire/text-answer.ts';

const stream = (...data: readonly unknown[]): Parameters<typeof toTextAnswer>[0] => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  bytes: new Uint8Array(),
  text: `${data.map((one) => `data: ${typeof one === 'string' ? one : JSON.stringify(one)}`).join('\n\n')}\n\n`,
});

test('the answer of a response that is not streamed is its body', () => {
  const body = { choices: [], usage: { prompt_tokens: 3 } };
  const headers = { 'content-type': 'application/json' };
  expect(toTextAnswer({ status: 200, headers, bytes: new Uint8Array(), text: '', body })).toEqual(body);
  expect(toTextAnswer({ status: 200, headers, bytes: new Uint8Array(), text: '' })).toBeNull();
});

test('the answer of a streamed chat is its last chunk with a usage', () => {
  const last = { choices: [], usage: { prompt_tokens: 3 } };
  expect(toTextAnswer(stream({ choices: [{}], usage: null }, last, '[DONE]'))).toEqual(last);
  expect(toTextAnswer(stream({ choices: [{}] }, '[DONE]'))).toBeNull();
});

test('the answer of a streamed response is that in the last event with a usage', () => {
  const response = { output: [], usage: { input_tokens: 3 } };
  const created = { type: 'response.created', response: { output: [], usage: null } };
  expect(toTextAnswer(stream(created, { type: 'response.completed', response }))).toEqual(response);
});

test('keeps a usage that is not an object, and skips data that is not JSON', () => {
  const odd = { choices: [], usage: 'three' };
  expect(toTextAnswer(stream('no JSON', odd, [1], 'null'))).toEqual(odd);
});
