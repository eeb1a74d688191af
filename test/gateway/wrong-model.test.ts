import { describe, expect, test } from 'vitest';
import { at, openWire, textAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const IMAGES = '/v1/images/generations';
const VIDEOS = '/v1/videos/generations';
const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';
const [images, videos, texts] = [
  'qx-image-3.0, qx-image-3.0-pro, sx-5-0-lite, sx-5-0-pro',
  'vxq3, vxq3-mix',
  'qx3.8-max',
].map((names) => `Available here: ${names}.`);
/** A key for these models: what the messages list does not depend on other model files. */
const keys = {
  'sk-alpha': {
    account: 'alpha',
    models: [
      'qx-image-3.0',
      'qx-image-3.0-pro',
      'sx-5-0-lite',
      'sx-5-0-pro',
      'vxq3',
      'vxq3-mix',
      'qx3.8-max',
    ],
  },
};

const refusals: readonly [path: string, model: unknown, reason: string, message: string][] = [
  [IMAGES, 'vxq3', 'wrong_endpoint', `vxq3 is a video model: send it to POST ${VIDEOS}.`],
  [IMAGES, 'qx3.8-max', 'wrong_endpoint', `qx3.8-max is a chat model: send it to POST ${CHAT}.`],
  [VIDEOS, 'Sx-5.0-lite', 'wrong_endpoint', `Sx-5.0-lite is an image model: send it to POST ${IMAGES}.`],
  [CHAT, 'vxq3-mix', 'wrong_endpoint', `vxq3-mix is a video model: send it to POST ${VIDEOS}.`],
  [RESPONSES, 'sx-5-0-pro', 'wrong_endpoint', `sx-5-0-pro is an image model: send it to POST ${IMAGES}.`],
  [IMAGES, 'house', 'unknown_model', `Unknown model "house". ${images}`],
  [IMAGES, 'SX5.0Pro', 'unknown_model', `Unknown model "SX5.0Pro". Did you mean sx-5-0-pro? ${images}`],
  [VIDEOS, 'vxq4', 'unknown_model', `Unknown model "vxq4". Did you mean vxq3? ${videos}`],
  [CHAT, 'vxq-3', 'unknown_model', `Unknown model "vxq-3". Did you mean vxq3 (POST ${VIDEOS})? ${texts}`],
  [
    IMAGES,
    'qx3.8',
    'unknown_model',
    `Unknown model "qx3.8". Did you mean qx3.8-max (POST ${CHAT})? ${images}`,
  ],
  [RESPONSES, 'x'.repeat(200), 'unknown_model', `Unknown model "${'x'.repeat(60)}".... ${texts}`],
  [IMAGES, undefined, 'invalid_parameter', `model is required. ${images}`],
  [VIDEOS, '', 'invalid_parameter', `model must not be empty. ${videos}`],
  [CHAT, 7, 'invalid_parameter', `model must be a string; got 7. ${texts}`],
  [RESPONSES, null, 'invalid_parameter', `model must be a string; got null. ${texts}`],
];

describe.each(shells)('through the $name shell', (shell) => {
  test.each(refusals)('%s responds to the model %j: %s', async (path, model, reason, message) => {
    await using wire = await openWire(shell, { keys });
    const answer = await wire.send('POST', path, { body: { model, prompt: 'A boat', input: 'A boat' } });
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error')).toMatchObject({ reason, message, param: '/model' });
  });

  test('reports that a key may not use a model before naming its endpoint', async () => {
    const keys = { 'sk-alpha': { account: 'alpha', models: ['sx-5-0-pro'] } };
    await using wire = await openWire(shell, { keys });
    const answer = await wire.postImage({ model: 'vxq3', prompt: 'A boat' });
    expect([answer.status, at(answer.body, 'error', 'message')]).toEqual([
      403,
      'This API key may not use model "vxq3". Available here: sx-5-0-pro.',
    ]);
  });

  test('an unknown model of a key that may use every model is no fault', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage({ model: 'house', prompt: 'A boat' });
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([400, 'unknown_model']);
  });

  test('compares fifty fields with the name of a missing field', async () => {
    await using wire = await openWire(shell, { keys });
    const fields = Array.from({ length: 50 }, (_, index) => [`field${index}`, 1]);
    const messages = [49, 50].map(async (count) => {
      const body = { ...Object.fromEntries(fields.slice(0, count)), modell: 'sx-5-0-pro' };
      return at((await wire.postImage(body)).body, 'error', 'message');
    });
    expect(await Promise.all(messages)).toEqual([
      `model is required; did you misspell it as modell? ${images}`,
      `model is required. ${images}`,
    ]);
  });

  test.each([
    [20, 'house-19.'],
    [30, 'house-19 and 10 more.'],
  ])('of an allow-list of %d names it lists the first twenty', async (length, end) => {
    const models = Array.from({ length }, (_, index) => `house-${index}`);
    await using wire = await openWire(shell, { keys: { 'sk-alpha': { account: 'alpha', models } } });
    const answer = await wire.postImage({ model: 'nobody', prompt: 'A boat' });
    const message = textAt(answer.body, 'error', 'message');
    expect(message).toMatch(/Available here: house-0, house-1, /);
    expect(message.slice(message.indexOf('house-19'))).toBe(end);
  });
});
