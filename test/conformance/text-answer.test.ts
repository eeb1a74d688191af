import { expect, test } from 'vitest';
import { toTextAnswer } from '../../src/conformance/wire/text-answer.ts';

const stream = (...data: readonly unknown[]): Parameters<typeof toTextAnswer>[0] => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  bytes: new Uint8Array(),
  text: `${data.map((one) => `data: ${typeof one === 'string' ? one : JSON.stringify(one)}`).join('\n\n')}\n\n`,
});

test('an answer that is not streamed is its body', () => {
  const body = { choices: [], usage: { prompt_tokens: 3 } };
  const headers = { 'content-type': 'application/json' };
  expect(toTextAnswer({ status: 200, headers, bytes: new Uint8Array(), text: '', body })).toEqual(body);
  expect(toTextAnswer({ status: 200, headers, bytes: new Uint8Array(), text: '' })).toBeNull();
});

test('of a streamed chat it is the last chunk with a usage', () => {
  const last = { choices: [], usage: { prompt_tokens: 3 } };
  expect(toTextAnswer(stream({ choices: [{}], usage: null }, last, '[DONE]'))).toEqual(last);
  expect(toTextAnswer(stream({ choices: [{}] }, '[DONE]'))).toBeNull();
});

test('of a streamed response it is the response of the last event with a usage', () => {
  const response = { output: [], usage: { input_tokens: 3 } };
  const created = { type: 'response.created', response: { output: [], usage: null } };
  expect(toTextAnswer(stream(created, { type: 'response.completed', response }))).toEqual(response);
});

test('a usage that is not an object is kept, and data that is not JSON is passed over', () => {
  const odd = { choices: [], usage: 'three' };
  expect(toTextAnswer(stream('no JSON', odd, [1], 'null'))).toEqual(odd);
});
