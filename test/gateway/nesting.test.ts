import { describe, expect, test } from 'vitest';
import { at, openWire } from '../support/open-wire.ts';
import { inTurn, shells } from '../support/shells.ts';

const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

/** Bodies that are accepted as they are, with room for one more member. */
const least = [
  ['/v1/images/generations', '{"model":"sx-5-0-pro","prompt":"A paper boat"}'],
  ['/v1/images/generations', '{"model":"qx-image-3.0","prompt":"A paper boat"}'],
  ['/v1/images/generations', '{"model":"sx-5-0-lite","prompt":"A paper boat"}'],
  [
    '/v1/chat/completions',
    '{"model":"qx3.8-max","stream":false,"messages":[{"role":"user","content":"Hi"}]}',
  ],
  ['/v1/responses', '{"model":"qx3.8-max","input":"Hi"}'],
] as const;

/** Nested one level too deeply, and so deeply that a recursive reader would overflow its stack. */
const tooDeep = [arrays(64), objects(64)];
const farTooDeep = [arrays(10_000), objects(100_000), '['.repeat(100_000)];

/** Fields with rules of their own, and an unknown one. */
const fields = [
  'response_format',
  'output_format',
  'optimize_prompt_options',
  'sequential_image_generation_options',
  'background',
  'size',
  'resolution',
  'image_urls',
  'n',
  'seed',
  'stop',
  'tools',
  'webhook',
  'language',
  'nsfw_check',
  'nobody knows',
];

test.each(inTurn(least))('%s refuses too deep nesting in any field of %s', async (path, body, shell) => {
  await using wire = await openWire(shell);
  for (const [index, field] of fields.entries()) {
    // These bodies are large: each field gets one of them, and each of them meets several fields.
    const overflowing = farTooDeep.slice(index % 3, (index % 3) + 1);
    for (const nest of [...tooDeep, ...overflowing]) {
      const sent = `${body.slice(0, -1)},"${field}":${nest}}`;
      const answer = await wire.send('POST', path, { body: sent });
      expect([field, answer.status]).toEqual([field, 400]);
      expect(at(answer.body, 'error')).toMatchObject({
        reason: 'invalid_parameter',
        param: `/${field}`,
        message: `${field} nests objects and arrays too deeply: the body may have at most 64 levels`,
      });
    }
  }
  expect(await wire.remaining()).toBe(1000);
  for (const field of fields) {
    const deepest = `${body.slice(0, -1)},"${field}":${objects(63)}}`;
    expect((await wire.send('POST', path, { body: deepest })).status).toBeLessThan(500);
  }
});

describe.each(shells)('through the $name shell', (shell) => {
  test('an unknown field of 64 levels is stored, and the task ends', async () => {
    await using wire = await openWire(shell);
    const extra: unknown = JSON.parse(arrays(63));
    const id = await wire.submit({ model: 'sx-5-0-pro', prompt: 'A paper boat', extra });
    expect((await wire.store.findUnfinishedTask(id))?.request.extra).toEqual(extra);
    await wire.advance(200);
    expect(await wire.task(id)).toMatchObject({ status: 'success' });
  });

  test('a body of nothing but nesting is refused without a field name', async () => {
    await using wire = await openWire(shell);
    for (const body of [arrays(65), '{"a":'.repeat(100_000)]) {
      const answer = await wire.postImage(body);
      expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([400, 'invalid_parameter']);
      expect(answer.text.length).toBeLessThan(500);
    }
  });
});
