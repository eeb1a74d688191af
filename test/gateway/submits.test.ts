import { afterAll, describe, expect, test } from 'vitest';
import { leastBody, spellings } from '../support/model-table.ts';
import { at, openWire } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';

const references = await startReferenceServer();
const picture = references.image({ width: 640, height: 480, format: 'png' });
afterAll(() => references[Symbol.asyncDispose]());

const elsewhere = (path: string) =>
  path === '/v1/images/generations' ? '/v1/videos/generations' : '/v1/images/generations';

describe.each(shells)('through the $name shell', (shell) => {
  test.each(spellings)('accepts %s on %s with the response of section 2.3', async (spelling, path) => {
    await using wire = await openWire(shell);
    const answer = await wire.send('POST', path, { body: leastBody(spelling, picture) });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      code: 200,
      data: [{ status: 'submitted', task_id: expect.stringMatching(/^task_[A-Za-z0-9_-]+$/) }],
    });
  });

  test.each(spellings)('refuses %s on the path that is not %s', async (spelling, path) => {
    await using wire = await openWire(shell);
    const answer = await wire.send('POST', elsewhere(path), { body: leastBody(spelling, picture) });
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error', 'type')).toBe('invalid_request_error');
    expect(at(answer.body, 'error', 'param')).toBe('/model');
  });

  test.each([
    ['a chat model', 'qx3.8-max'],
    ['a model nobody knows', 'sx-9'],
    ['the 2.0 series', 'qx-image-2.0'],
    ['another letter case', 'SX-5-0-PRO'],
    ['a dotted spelling that is not listed', 'Sx-5.0-pro'],
    ['blanks around the name', ' sx-5-0-pro '],
    ['a name of every object', 'constructor'],
    ['no name', ''],
  ])('refuses %s', async (_name, model) => {
    await using wire = await openWire(shell);
    const image = await wire.postImage({ model, prompt: 'A paper boat' });
    expect(image.status).toBe(400);
    expect(at(image.body, 'error', 'param')).toBe('/model');
    expect((await wire.postVideo({ model, prompt: 'It turns', image_urls: [picture] })).status).toBe(400);
    expect(await wire.remaining()).toBe(1000);
  });

  test.each([[undefined], [null], [7], [['sx-5-0-pro']], [{ id: 'sx-5-0-pro' }], [true]])(
    'refuses %j as a model',
    async (model) => {
      await using wire = await openWire(shell);
      const answer = await wire.postImage({ model, prompt: 'A paper boat' });
      expect(answer.status).toBe(400);
      expect(at(answer.body, 'error', 'param')).toBe('/model');
    },
  );

  test("refuses a model outside the key's allow-list with 403, and accepts any spelling of one inside", async () => {
    const keys = { 'sk-alpha': { account: 'alpha', models: ['Sx-5.0-lite', 'house-model'] } };
    await using wire = await openWire(shell, { keys });
    const answer = await wire.postImage({ model: 'sx-5-0-pro', prompt: 'A paper boat' });
    expect(answer.status).toBe(403);
    expect(at(answer.body, 'error', 'type')).toBe('permission_error');
    expect((await wire.postImage({ model: 'sx-5-0-lite', prompt: 'A paper boat' })).status).toBe(200);
    expect((await wire.postVideo(leastBody('vxq3', picture))).status).toBe(403);
    expect((await wire.postImage({ model: 'sx-9', prompt: 'A paper boat' })).status).toBe(400);
  });

  test('stores unknown fields', async () => {
    await using wire = await openWire(shell);
    const extra = { order: { id: 7, notes: ['a', null] }, extra: null, 'x-y': 1.5, seed: 'seven' };
    const answer = await wire.postImage({ model: 'sx-5-0-pro', prompt: 'A paper boat', ...extra });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['a list', 'constructor'],
    ['a list', 'toString'],
    ['a list', 'anything'],
  ])('accepts %s of any length in the unknown field %s', async (_what, name) => {
    await using wire = await openWire(shell);
    const body = { model: 'sx-5-0-pro', prompt: 'A paper boat', [name]: Array(1001).fill(0) };
    expect((await wire.postImage(body)).status).toBe(200);
  });

  test.each(['qx-image-3.0', 'qx-image-3.0-pro'])(
    '%s ignores output_format, which is specific to another family',
    async (model) => {
      await using wire = await openWire(shell);
      const id = await wire.submit({ model, prompt: 'A paper boat', output_format: 'jpeg' });
      await wire.advance(60);
      expect(at(await wire.task(id), 'status')).toBe('success');
      expect((await wire.postImage({ model, prompt: 'A boat', output_format: 7 })).status).toBe(200);
    },
  );

  test.each([
    ['webhook', 'https://hooks.example.com/gateway'],
    ['webhook', 'not an address'],
    ['webhook', 'ftp://hooks.example.com'],
    ['webhook', ''],
    ['language', ' ZH '],
    ['language', 'zh-CN'],
    ['language', 'xx'],
    ['language', ''],
  ])('an unusual %s of %j does not fail the submission', async (field, value) => {
    await using wire = await openWire(shell);
    for (const [spelling] of spellings) {
      await wire.submit({ ...leastBody(spelling, picture), [field]: value });
    }
  });
});
