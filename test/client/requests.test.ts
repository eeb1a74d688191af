import { expect, expectTypeOf, test } from 'vitest';
import { createClient, type ImageRequest, type VideoRequest } from '../../src/client/index.ts';

const { images, videos, chat, responses } = createClient({
  baseUrl: 'http://gateway.test',
  apiKey: 'sk-mock',
});
const image_urls = ['https://images.example.com/1.png'];

/** What the compiler has to reject: each call below a directive is an error, otherwise the directive is. */
const refused = [
  // @ts-expect-error a misspelled field
  () => images.generate({ model: 'sx-5-0-pro', prompt: 'A boat', sise: '1K' }),
  // @ts-expect-error a field of another model
  () => images.generate({ model: 'sx-5-0-lite', prompt: 'A boat', background: 'opaque' }),
  // @ts-expect-error a field that is forbidden for this model
  () => images.generate({ model: 'sx-5-0-pro', prompt: 'A boat', sequential_image_generation: 'auto' }),
  // @ts-expect-error a value that this model does not have
  () => images.generate({ model: 'sx-5-0-pro', prompt: 'A boat', resolution: '4K' }),
  // @ts-expect-error a wrong type
  () => images.generate({ model: 'qx-image-3.0', prompt: 'A boat', n: '2' }),
  // @ts-expect-error a field that is missing
  () => images.generate({ model: 'qx-image-3.0' }),
  () =>
    images.generate({
      model: 'sx-5-0-pro',
      prompt: 'A boat',
      // @ts-expect-error a member of an object that is not declared
      optimize_prompt_options: { mod: 'standard' },
    }),
  // @ts-expect-error a model of another operation
  () => images.generate({ model: 'vxq3', prompt: 'A boat', image_urls }),
  // @ts-expect-error a model without a contract: client.raw
  () => images.generate({ model: 'other/model', prompt: 'A boat' }),
  // @ts-expect-error a model that does not exist
  () => responses.create({ model: 'nope', input: 'Hi' }),
  // @ts-expect-error a model of another operation
  () => responses.stream({ model: 'sx-5-0-pro', input: 'Hi' }),
  // @ts-expect-error 540p is not a resolution of vxq3-mix
  () => videos.generate({ model: 'vxq3-mix', prompt: 'It turns', image_urls, resolution: '540p' }),
  // @ts-expect-error stream is decided by the method
  () => chat.create({ model: 'qx3.8-max', messages: [], stream: true }),
];

/** What the compiler has to accept. */
const accepted = [
  () =>
    images.generate({ model: 'sx-5-0-lite', prompt: 'A boat', sequential_image_generation: 'auto', n: 3 }),
  () =>
    images.generate({ model: 'sx-5.0-pro', layer_decomposition: true, image_urls, response_format: 'png' }),
  () => videos.generate({ model: 'vxq3', prompt: 'It turns', image_urls, resolution: '540p' }),
  (request: ImageRequest<'sx-5-0-pro' | 'sx-5-0-lite'>) => images.generate(request),
  (request: VideoRequest<'vxq3' | 'vxq3-mix'>) => videos.generate(request),
  () =>
    chat.create({
      model: 'qx3.8-max',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    }),
];

test('a request has exactly the parameters of its model', () => {
  expect([refused.length, accepted.length], 'calls that the compiler has judged').toEqual([13, 6]);
  expectTypeOf<ImageRequest<'sx-5-0-pro'>['resolution']>().toEqualTypeOf<
    '1K' | '1.5K' | '2K' | '1k' | '1.5k' | '2k' | undefined
  >();
  expectTypeOf<ImageRequest<'sx-5-0-pro'>>().not.toHaveProperty('tools');
  expectTypeOf<ImageRequest<'sx-5-0-lite'>>().toHaveProperty('sequential_image_generation');
});
