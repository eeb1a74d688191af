import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, at, openWire, textAt } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';
import { CHAT, openText, RESPONSES, user } from './text/open-text.ts';

const references = await startReferenceServer();
const picture = references.image({ width: 640, height: 480, format: 'png' });
afterAll(() => references[Symbol.asyncDispose]());

type Item = Readonly<Record<string, unknown>>;
const boats = (quantity: number, size: string, rate: number): Item => ({
  unit: 'image',
  quantity,
  size,
  rate,
  per: 1,
  amount: Number((quantity * rate).toFixed(9)),
});

const images: readonly [what: string, balance: string, fields: object, message: string, hold: object][] = [
  [
    'several images',
    '0.1',
    { model: 'qx-image-3.0', n: 6 },
    'The balance of 0.1 USD does not cover the hold of 0.18 USD for this request: 6 images of 1024x1024 at 0.03 USD each. The balance would cover n: 3.',
    { amount: 0.18, items: [boats(6, '1024x1024', 0.03)], enough_with: [{ param: '/n', value: 3 }] },
  ],
  [
    'a tier that costs more',
    '0.25',
    { model: 'qx-image-3.0-pro', n: 3, resolution: '2k', size: '16:9' },
    'The balance of 0.25 USD does not cover the hold of 0.3 USD for this request: 3 images of 2048x1152 at 0.1 USD each. The balance would cover n: 2, or resolution: "1K".',
    {
      amount: 0.3,
      items: [boats(3, '2048x1152', 0.1)],
      enough_with: [
        { param: '/n', value: 2 },
        { param: '/resolution', value: '1K' },
      ],
    },
  ],
  [
    'a tier in the size',
    '0.05',
    { model: 'sx-5-0-pro', size: '2K' },
    'The balance of 0.05 USD does not cover the hold of 0.09 USD for this request: 1 image of 2048x2048 at 0.09 USD each. The balance would cover size: "1.5K".',
    { amount: 0.09, items: [boats(1, '2048x2048', 0.09)], enough_with: [{ param: '/size', value: '1.5K' }] },
  ],
  [
    'exact pixels, where the size can be a tier',
    '0.06',
    { model: 'sx-5-0-pro', size: '2048x2048' },
    'The balance of 0.06 USD does not cover the hold of 0.09 USD for this request: 1 image of 2048x2048 at 0.09 USD each. The balance would cover size: "1.5K".',
    { amount: 0.09, items: [boats(1, '2048x2048', 0.09)], enough_with: [{ param: '/size', value: '1.5K' }] },
  ],
  [
    'exact pixels, where the size cannot be a tier',
    '0.06',
    { model: 'qx-image-3.0-pro', size: '2000x1126' },
    'The balance of 0.06 USD does not cover the hold of 0.1 USD for this request: 1 image of 2000x1126 at 0.1 USD each. The balance would cover size: "1280x720".',
    {
      amount: 0.1,
      items: [boats(1, '2000x1126', 0.1)],
      enough_with: [{ param: '/size', value: '1280x720' }],
    },
  ],
  [
    'several images of a tier that costs more, where only both changes are enough',
    '0.06',
    { model: 'qx-image-3.0-pro', n: 6, resolution: '2K' },
    'The balance of 0.06 USD does not cover the hold of 0.6 USD for this request: 6 images of 2048x2048 at 0.1 USD each. The balance would cover n: 1 and resolution: "1K".',
    {
      amount: 0.6,
      items: [boats(6, '2048x2048', 0.1)],
      enough_with: [{ param: '/n', value: 1, and: { param: '/resolution', value: '1K' } }],
    },
  ],
  [
    'a group of images',
    '0.0502',
    {
      model: 'sx-5-0-lite',
      sequential_image_generation: 'auto',
      sequential_image_generation_options: { max_images: 9, other: 1 },
    },
    'The balance of 0.0502 USD does not cover the hold of 0.315 USD for this request: 9 images of 2048x2048 at 0.035 USD each. The balance would cover sequential_image_generation_options.max_images: 1.',
    {
      amount: 0.315,
      items: [boats(9, '2048x2048', 0.035)],
      enough_with: [{ param: '/sequential_image_generation_options/max_images', value: 1 }],
    },
  ],
  [
    'a group of images, which n can limit too',
    '0.11',
    {
      model: 'sx-5-0-lite',
      sequential_image_generation: 'auto',
      sequential_image_generation_options: { max_images: 9 },
    },
    'The balance of 0.11 USD does not cover the hold of 0.315 USD for this request: 9 images of 2048x2048 at 0.035 USD each. The balance would cover n: 3, or sequential_image_generation_options.max_images: 3.',
    {
      amount: 0.315,
      items: [boats(9, '2048x2048', 0.035)],
      enough_with: [
        { param: '/n', value: 3 },
        { param: '/sequential_image_generation_options/max_images', value: 3 },
      ],
    },
  ],
  [
    'several images, where the option of a group was not sent',
    '0.11',
    { model: 'sx-5-0-lite', n: 6 },
    'The balance of 0.11 USD does not cover the hold of 0.21 USD for this request: 6 images of 2048x2048 at 0.035 USD each. The balance would cover n: 3.',
    { amount: 0.21, items: [boats(6, '2048x2048', 0.035)], enough_with: [{ param: '/n', value: 3 }] },
  ],
  [
    'a group of images, where n and its option count',
    '0.05',
    {
      model: 'sx-5-0-lite',
      n: 6,
      sequential_image_generation: 'auto',
      sequential_image_generation_options: { max_images: 9 },
    },
    'The balance of 0.05 USD does not cover the hold of 0.21 USD for this request: 6 images of 2048x2048 at 0.035 USD each. The balance would cover n: 1 and sequential_image_generation_options.max_images: 1.',
    {
      amount: 0.21,
      items: [boats(6, '2048x2048', 0.035)],
      enough_with: [
        {
          param: '/n',
          value: 1,
          and: { param: '/sequential_image_generation_options/max_images', value: 1 },
        },
      ],
    },
  ],
  [
    'one image of the lowest tier',
    '0.01',
    { model: 'qx-image-3.0' },
    'The balance of 0.01 USD does not cover the hold of 0.03 USD for this request: 1 image of 1024x1024 at 0.03 USD each. Add credit.',
    { amount: 0.03, items: [boats(1, '1024x1024', 0.03)], enough_with: [] },
  ],
];

const holdOf = (answer: Answer) => at(answer.body, 'error', 'hold');

describe.each(shells)('through the $name shell', (shell) => {
  test.each(images)('reports what %s would hold', async (_what, balance, fields, message, hold) => {
    await using wire = await openWire(shell, { deposits: { alpha: balance } });
    const answer = await wire.postImage({ prompt: 'A paper boat', ...fields });
    expect([answer.status, at(answer.body, 'error', 'message')]).toEqual([402, message]);
    expect(holdOf(answer)).toEqual({ currency: 'USD', available: Number(balance), group_ratio: 1, ...hold });
  });

  test('lists changes with which the same request is accepted', async () => {
    for (const [, balance, fields, , hold] of images) {
      for (const saving of Object.values(at(hold, 'enough_with') ?? [])) {
        await using wire = await openWire(shell, { deposits: { alpha: balance } });
        const body: Record<string, unknown> = { prompt: 'A paper boat', ...fields };
        for (const change of [saving, at(saving, 'and')].filter(Boolean)) {
          const [field = '', member] = textAt(change, 'param').slice(1).split('/');
          const value = at(change, 'value');
          body[field] = member === undefined ? value : { ...Object(body[field]), [member]: value };
        }
        expect((await wire.postImage(body)).status).toBe(200);
      }
    }
  });

  test('counts 17 images for layers, and references that cost something', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '0.9' } });
    const layers = await wire.postImage({
      model: 'sx-5-0-pro',
      layer_decomposition: true,
      image_urls: [picture],
    });
    expect(holdOf(layers)).toMatchObject({
      amount: 1.53,
      items: [{ unit: 'image', quantity: 17, rate: 0.09, amount: 1.53 }],
      enough_with: [{ param: '/resolution', value: '1.5K' }],
    });
    await using poor = await openWire(shell, { deposits: { alpha: '0.05' } });
    const body = { model: 'sx-5-0-pro', prompt: 'A boat', image_urls: [picture, picture, picture] };
    expect(holdOf(await poor.postImage(body))).toMatchObject({
      amount: 0.051,
      items: [
        { unit: 'image', quantity: 1, rate: 0.045 },
        { unit: 'reference', quantity: 2, rate: 0.003, per: 1, amount: 0.006 },
      ],
      enough_with: [{ param: '/image_urls', value: 2 }],
    });
    const eight = await poor.postImage({ ...body, image_urls: Array(8).fill(picture) });
    expect(at(eight.body, 'error', 'message')).toMatch(/ The balance would cover the first 2 image_urls\.$/);
    expect((await poor.postImage({ ...body, image_urls: [picture, picture] })).status).toBe(200);
  });

  test('refuses before it reads a reference', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '0.2' } });
    const before = references.asked.length;
    const answer = await wire.postVideo({ model: 'vxq3', prompt: 'It turns', image_urls: [picture] });
    expect([answer.status, at(answer.body, 'error', 'message')]).toEqual([
      402,
      'The balance of 0.2 USD does not cover the hold of 0.25 USD for this request: 5 seconds of 1280x720 at 0.05 USD each. The balance would cover duration: 4, or resolution: "540p".',
    ]);
    expect(references.asked.length).toBe(before);
  });

  test('never suggests what the model rejects', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '0.1' } });
    const clip = { model: 'vxq3', prompt: 'It turns', image_urls: [picture] };
    // Two seconds would do and are too short for this model.
    expect(at(holdOf(await wire.postVideo(clip)), 'enough_with')).toEqual([
      { param: '/duration', value: 3, and: { param: '/resolution', value: '540p' } },
    ]);
    expect((await wire.postVideo({ ...clip, duration: 3, resolution: '540p' })).status).toBe(200);
    await using poor = await openWire(shell, { deposits: { alpha: '0.08' } });
    expect(at(holdOf(await poor.postVideo(clip)), 'enough_with')).toEqual([]);
  });

  test('lists the group ratio separately from the prices', async () => {
    const keys = { 'sk-alpha': { account: 'alpha', groupRatio: '0.8' } };
    await using wire = await openWire(shell, { keys, deposits: { alpha: '0.02' } });
    const answer = await wire.postImage({ model: 'qx-image-3.0', prompt: 'A paper boat' });
    expect(at(answer.body, 'error', 'message')).toBe(
      'The balance of 0.02 USD does not cover the hold of 0.024 USD for this request: 1 image of 1024x1024 at 0.03 USD each, times the group ratio 0.8. Add credit.',
    );
    expect(holdOf(answer)).toMatchObject({ amount: 0.024, group_ratio: 0.8, items: [{ amount: 0.03 }] });
  });

  test('itemizes tokens and calls of text, and says how long an answer may be', async () => {
    await using text = await openText(shell, { deposits: { alpha: '0.0211' } });
    const chat = { model: 'qx3.8-max', messages: [user('Hi')], stream: false };
    const { body } = await text.post(CHAT, chat);
    const message = at(body, 'error', 'message');
    expect(message).toMatch(
      /^The balance of 0\.0211 USD does not cover the hold of 0\.78643\d+ USD for this request: \d input tokens? at 1\.2 USD per 1000000 and up to 131072 output tokens at 6 USD per 1000000\. The balance would cover max_tokens: 351\d\.$/,
    );
    const [saving] = Object.values(at(body, 'error', 'hold', 'enough_with') ?? []);
    const most = Number(at(saving, 'value'));
    const more = await text.post(CHAT, { ...chat, max_completion_tokens: most + 1 });
    expect(at(more.body, 'error', 'hold', 'enough_with')).toEqual([
      { param: '/max_completion_tokens', value: most },
    ]);
    expect((await text.post(CHAT, { ...chat, max_tokens: most })).status).toBe(200);
    const tools = [{ type: 'web_search' }];
    const answer = await text.post(RESPONSES, { model: 'qx3.8-max', input: 'Hi', tools });
    expect(at(answer.body, 'error', 'hold')).toMatchObject({
      items: expect.arrayContaining([
        { unit: 'output_token', quantity: 131_072, rate: 6, per: 1_000_000, amount: 0.786432 },
        { unit: 'tool_call', quantity: 1, tool: 'web_search', rate: 10, per: 1000, amount: 0.01 },
      ]),
      enough_with: [{ param: '/max_output_tokens' }],
    });
  });
});
