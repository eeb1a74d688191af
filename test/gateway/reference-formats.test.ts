import { afterAll, describe, expect, test } from 'vitest';
import { at, openWire, textAt } from '../support/open-wire.ts';
import { dataUri } from '../support/reference-images.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';

const references = await startReferenceServer();
afterAll(() => references[Symbol.asyncDispose]());

const endpoint = (model: string) =>
  model.startsWith('vx') ? '/v1/videos/generations' : '/v1/images/generations';
const formats = ['png', 'jpeg', 'webp', 'bmp', 'tiff', 'gif', 'heic', 'heif', 'avif'];

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    ['vxq3', ['png', 'jpeg', 'webp']],
    ['vxq3-mix', ['png', 'jpeg', 'webp']],
    ['qx-image-3.0', ['png', 'jpeg', 'webp', 'bmp', 'tiff', 'gif']],
    ['qx-image-3.0-pro', ['png', 'jpeg', 'webp', 'bmp', 'tiff', 'gif']],
    ['sx-5-0-lite', ['png', 'jpeg']],
    ['sx-5-0-pro', ['png', 'jpeg', 'webp', 'bmp', 'tiff', 'gif', 'heic', 'heif']],
  ])('%s accepts the formats %j and no others', async (model, accepted) => {
    await using wire = await openWire(shell);
    const statuses = await Promise.all(
      formats.map(async (format) => {
        const address = references.image({ width: 400, height: 300, format });
        const body = { model, prompt: 'A paper boat', image_urls: [address] };
        return [format, (await wire.send('POST', endpoint(model), { body })).status];
      }),
    );
    expect(statuses).toEqual(formats.map((format) => [format, accepted.includes(format) ? 200 : 400]));
  });

  test.each([
    ['qx-image-3.0', ['png', 'jpeg', 'webp', 'bmp', 'tiff', 'gif']],
    ['sx-5-0-lite', ['png', 'jpeg']],
    ['sx-5-0-pro', ['png', 'jpeg', 'webp', 'bmp', 'tiff', 'gif', 'heic', 'heif']],
  ])('%s accepts data URIs of %j', async (model, accepted) => {
    await using wire = await openWire(shell);
    for (const format of formats) {
      const uri = await dataUri({ width: 400, height: 300, format });
      const answer = await wire.postImage({ model, prompt: 'A paper boat', image_urls: [uri] });
      expect([format, answer.status]).toEqual([format, accepted.includes(format) ? 200 : 400]);
    }
  });

  test.each(['vxq3', 'vxq3-mix'])('%s does not accept data URIs', async (model) => {
    await using wire = await openWire(shell);
    const uri = await dataUri({ width: 400, height: 300, format: 'png' });
    const answer = await wire.postVideo({ model, prompt: 'It turns', image_urls: [uri] });
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error', 'param')).toBe('/image_urls/0');
    expect(answer.text.length).toBeLessThan(1500);
  });

  test.each(['qx-image-3.0', 'sx-5-0-lite', 'sx-5-0-pro'])(
    '%s refuses malformed data URIs',
    async (model) => {
      await using wire = await openWire(shell);
      const good = await dataUri({ width: 400, height: 300, format: 'png' });
      const data = good.slice(good.indexOf(',') + 1);
      const wrong = [
        data,
        `base64,${data}`,
        `data:${data}`,
        `data:image/png,${data}`,
        `data:image/png;base64${data}`,
        `data:text/plain;base64,${data}`,
        `data:;base64,${data}`,
        `data:image/;base64,${data}`,
        'data:image/png;base64,',
        `data:image/png;base64,${data.slice(0, -5)}`,
        `data:image/png;base64,${data}*`,
        `data:image/png;base64,${data.slice(0, 40)} ${data.slice(41)}`,
        `data:image/png;base64,${data.slice(0, 40)}\n${data.slice(41)}`,
        `data:image/png;base64,${data.slice(0, 40)}=${data.slice(41)}`,
        `data:image/png;base64,${Buffer.from('not an image').toString('base64')}`,
      ];
      for (const [index, uri] of wrong.entries()) {
        const answer = await wire.postImage({ model, prompt: 'A paper boat', image_urls: [uri] });
        expect([index, answer.status]).toEqual([index, 400]);
        expect(at(answer.body, 'error', 'param')).toBe('/image_urls/0');
        expect(answer.text.length).toBeLessThan(2000);
      }
      expect(await wire.remaining()).toBe(1000);
    },
  );

  test.each(['qx-image-3.0', 'sx-5-0-lite', 'sx-5-0-pro'])(
    '%s refuses a data URI whose bytes do not match its type',
    async (model) => {
      await using wire = await openWire(shell);
      const lie = await dataUri({ width: 400, height: 300, format: 'jpeg' }, 'png');
      const answer = await wire.postImage({ model, prompt: 'A paper boat', image_urls: [lie] });
      expect(answer.status).toBe(400);
      expect(textAt(answer.body, 'error', 'message')).toMatch(/png.*jpeg/);
    },
  );

  test('sx-5-0-pro requires the format of a data URI in lower case', async () => {
    await using wire = await openWire(shell);
    const uri = await dataUri({ width: 400, height: 300, format: 'png' }, 'PNG');
    const body = { model: 'sx-5-0-pro', prompt: 'A paper boat', image_urls: [uri] };
    expect((await wire.postImage(body)).status).toBe(400);
  });

  test.each(['qx-image-3.0', 'sx-5-0-lite', 'sx-5-0-pro'])('%s treats image/jpg as JPEG', async (model) => {
    await using wire = await openWire(shell);
    const uri = await dataUri({ width: 400, height: 300, format: 'jpeg' }, 'jpg');
    expect((await wire.postImage({ model, prompt: 'A boat', image_urls: [uri] })).status).toBe(200);
  });

  test('measures a data URI by its bytes, not by its text', async () => {
    await using wire = await openWire(shell);
    const exact = await dataUri({ width: 640, height: 480, format: 'png', bytes: 10 * 1024 * 1024 });
    const above = await dataUri({ width: 640, height: 480, format: 'png', bytes: 10 * 1024 * 1024 + 1 });
    const body = (uri: string) => ({ model: 'qx-image-3.0', prompt: 'A paper boat', image_urls: [uri] });
    expect((await wire.postImage(body(exact))).status).toBe(200);
    expect((await wire.postImage(body(above))).status).toBe(400);
  });
});
