import { afterAll, describe, expect, test } from 'vitest';
import { at, openWire } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { type Shell, shells } from '../support/shells.ts';

const references = await startReferenceServer();
afterAll(() => references[Symbol.asyncDispose]());

interface Reference {
  readonly size: string;
  readonly format?: string;
  readonly hasAlpha?: boolean;
}

/** Status of a submission with one reference, and the broken rule, if any. */
async function verdict(shell: Shell, fields: { readonly model: string }, reference: Reference) {
  await using wire = await openWire(shell);
  const [width = 0, height = 0] = reference.size.split('x').map(Number);
  const { format = 'png', hasAlpha = false } = reference;
  const image_urls = [references.image({ width, height, format, hasAlpha })];
  const path = fields.model.startsWith('vx') ? '/v1/videos/generations' : '/v1/images/generations';
  const answer = await wire.send('POST', path, { body: { prompt: 'A paper boat', ...fields, image_urls } });
  if (answer.status !== 200) {
    expect(at(answer.body, 'error', 'param')).toBe('/image_urls/0');
    expect(await wire.remaining()).toBe(1000);
  }
  return answer.status;
}

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    [1, ['transparent_input', 'layer_input']],
    [
      2,
      [
        'transparent_one_input',
        'layers_one_input',
        'transparent_input',
        'layer_input',
        'transparent_input',
        'layer_input',
      ],
    ],
  ])('for %i references, the broken rules of each are named', async (count, rules) => {
    await using wire = await openWire(shell);
    const small = references.image({ width: 100, height: 100, format: 'png', hasAlpha: false });
    const fields = { layer_decomposition: true, background: 'transparent', output_format: 'png' };
    const body = { model: 'sx-5-0-pro', ...fields, image_urls: Array.from({ length: count }, () => small) };
    const answer = await wire.send('POST', '/v1/images/generations', { body });
    const violations = at(answer.body, 'error', 'violations') as readonly Record<string, string>[];
    expect(answer.status).toBe(400);
    expect(violations.filter(({ path }) => path?.startsWith('/image_urls')).map(({ rule }) => rule)).toEqual(
      rules,
    );
    expect(violations.map(({ rule }) => rule)).toContain('layers_opaque_base');
  });

  test.each([
    ['vxq3', '128x128', 200],
    ['vxq3', '127x128', 400],
    ['vxq3', '128x127', 400],
    ['vxq3', '128x512', 200],
    ['vxq3', '512x128', 200],
    ['vxq3', '128x513', 400],
    ['vxq3', '513x128', 400],
    ['vxq3-mix', '127x127', 400],
    ['vxq3-mix', '200x800', 200],
    ['vxq3-mix', '801x200', 400],
    ['qx-image-3.0', '383x100', 200],
    ['qx-image-3.0', '3000x3000', 200],
    ['sx-5-0-lite', '14x14', 400],
    ['sx-5-0-lite', '15x15', 200],
    ['sx-5-0-lite', '300x100', 200],
    ['sx-5-0-lite', '301x100', 400],
    ['sx-5-0-lite', '100x300', 200],
    ['sx-5-0-lite', '100x301', 400],
    ['sx-5-0-lite', '6000x6000', 200],
    ['sx-5-0-lite', '6001x6000', 400],
    ['sx-5-0-pro', '14x100', 400],
    ['sx-5-0-pro', '100x14', 400],
    ['sx-5-0-pro', '15x15', 200],
    ['sx-5-0-pro', '15x240', 200],
    ['sx-5-0-pro', '15x241', 400],
    ['sx-5-0-pro', '240x15', 200],
    ['sx-5-0-pro', '241x15', 400],
    ['sx-5-0-pro', '6000x6000', 200],
    ['sx-5-0-pro', '6000x6001', 400],
    ['sx-5-0-pro', '12000x3000', 200],
    ['sx-5-0-pro', '12001x3000', 400],
  ])('%s with a reference of %s answers %i', async (model, size, status) => {
    expect(await verdict(shell, { model }, { size })).toBe(status);
  });

  test.each([
    ['png with alpha', { size: '640x480', hasAlpha: true }, 200],
    ['png without alpha', { size: '640x480' }, 400],
    ['webp with alpha', { size: '640x480', format: 'webp', hasAlpha: true }, 200],
    ['webp without alpha', { size: '640x480', format: 'webp' }, 400],
    ['tiff with alpha', { size: '640x480', format: 'tiff', hasAlpha: true }, 200],
    ['jpeg', { size: '640x480', format: 'jpeg' }, 400],
    ['bmp', { size: '640x480', format: 'bmp' }, 400],
  ])('a transparent background with a %s is accepted or refused', async (_what, reference, status) => {
    const fields = { model: 'sx-5-0-pro', background: 'transparent', output_format: 'png' };
    expect(await verdict(shell, fields, reference)).toBe(status);
  });

  test.each([
    ['png', { size: '512x512' }, 200],
    ['jpeg', { size: '512x512', format: 'jpeg' }, 200],
    ['webp', { size: '512x512', format: 'webp' }, 400],
    ['gif', { size: '512x512', format: 'gif' }, 400],
    ['heic', { size: '4032x3024', format: 'heic' }, 400],
    ['png of 262144 pixels', { size: '1024x256' }, 200],
    ['png of 262143 pixels', { size: '1023x256' }, 400],
    ['png of 36000000 pixels', { size: '6000x6000' }, 200],
    ['png of 36006000 pixels', { size: '6001x6000' }, 400],
  ])('a layer decomposition of a %s is accepted or refused', async (_what, reference, status) => {
    const fields = { model: 'sx-5-0-pro', layer_decomposition: true };
    expect(await verdict(shell, fields, reference)).toBe(status);
  });
});
