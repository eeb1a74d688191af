import { expect, test } from 'vitest';
import {
  readChatFormat,
  readResponseFormat,
  unfitFormat,
} from '../../../src/gateway/text/answer/answer-format.ts';

/** A format of a chat, and the same of a response. */
const inChat = (schema: unknown) =>
  readChatFormat({ type: 'json_schema', json_schema: { name: 'a', schema } });
const inResponse = (schema: unknown) =>
  readResponseFormat({ format: { type: 'json_schema', name: 'a', schema } });
const [chatPath, responsePath] = ['/response_format/json_schema/schema', '/text/format/schema'];

test.each([undefined, null, 7, 'json_object', [], {}, { type: 'text' }, { type: 'JSON_OBJECT' }])(
  'no format is read in %j',
  (value) => {
    expect([readChatFormat(value), readResponseFormat({ format: value })]).toEqual([
      { kind: 'none' },
      { kind: 'none' },
    ]);
    expect(readResponseFormat(value)).toEqual({ kind: 'none' });
  },
);

test('any JSON object can be asked for', () => {
  const format = { kind: 'object' };
  expect(readChatFormat({ type: 'json_object' })).toEqual({
    kind: 'format',
    format,
    path: '/response_format',
  });
  expect(readResponseFormat({ format: { type: 'json_object' } })).toEqual({
    kind: 'format',
    format,
    path: '/text/format',
  });
});

/** As JSON, this many bytes; the letter has two. */
const schemaOf = (bytes: number) => ({ a: `é${'a'.repeat(bytes - '{"a":"éa"}'.length)}` });

test('a schema has at most 128 KiB', () => {
  const [most, more] = [schemaOf(131_072), schemaOf(131_073)];
  expect(inChat(most)).toEqual({ kind: 'format', format: { kind: 'schema', schema: most }, path: chatPath });
  expect(inResponse(most)).toMatchObject({ kind: 'format', path: responsePath });
  expect(inChat(more)).toEqual({
    kind: 'invalid',
    violation: {
      path: chatPath,
      rule: 'maxLength',
      message: 'response_format.json_schema.schema must have at most 131072 bytes; it has 131073',
    },
  });
  expect(inResponse(more)).toMatchObject({ kind: 'invalid', violation: { path: responsePath } });
});

test.each([undefined, null, 'x', 7, true, [{}]])('%j is no schema', (schema) => {
  const message = 'response_format.json_schema.schema is required: a JSON Schema, which is an object';
  expect(inChat(schema)).toEqual({
    kind: 'invalid',
    violation: { path: chatPath, rule: 'required', message },
  });
  expect(inResponse(schema)).toMatchObject({
    kind: 'invalid',
    violation: { path: responsePath, rule: 'required' },
  });
});

test.each([
  ['malformed', 'text.format.schema is not valid: it is odd'],
  ['impossible', 'text.format.schema cannot be satisfied: it is odd'],
  [
    'unsolved',
    'the model found no answer that fits text.format.schema, although there may be one: it is odd; simplify the schema',
  ],
] as const)('says that a schema is %s', (fault, message) => {
  expect(unfitFormat(responsePath, { fault, reason: 'it is odd' })).toEqual({
    path: responsePath,
    rule: 'schema',
    message,
  });
});
