import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, at, openWire, type Wire } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';

const references = await startReferenceServer();
const picture = references.image({ width: 640, height: 480, format: 'png', hasAlpha: true });
afterAll(() => references[Symbol.asyncDispose]());

/** The first picture, that many times. */
const pictures = (count: number) => Array.from({ length: count }, () => picture);

/** Rejected as in sections 7 and 8: 400, no task, nothing held, nothing charged. */
async function expectNothingHappened(wire: Wire, answer: Answer, param?: string): Promise<void> {
  expect([answer.text, answer.status]).toEqual([answer.text, 400]);
  expect(at(answer.body, 'error', 'type')).toBe('invalid_request_error');
  expect(listPaths(answer)).toEqual(
    param === undefined ? expect.anything() : expect.arrayContaining([param]),
  );
  expect((await wire.get('/v1/tasks/task_000001')).status).toBe(404);
  const account = await wire.store.findAccount('alpha');
  expect([account?.held, account?.used, account?.available]).toEqual([0n, 0n, 1_000_000_000_000n]);
}

function listPaths(answer: Answer): readonly unknown[] {
  const violations = at(answer.body, 'error', 'violations');
  return Array.isArray(violations) ? violations.map((violation) => at(violation, 'path')) : [];
}

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    ['n above 1', { n: 2 }, '/n'],
    ['sequential_image_generation: disabled', { sequential_image_generation: 'disabled' }, undefined],
    ['sequential_image_generation: auto', { sequential_image_generation: 'auto' }, undefined],
    ['sequential_image_generation: null', { sequential_image_generation: null }, undefined],
    ['stream: true', { stream: true }, '/stream'],
    ['stream: false', { stream: false }, '/stream'],
    ['tools', { tools: [{ type: 'web_search' }] }, '/tools'],
    ['no tools', { tools: [] }, '/tools'],
    ['3K', { resolution: '3K' }, '/resolution'],
    ['4K', { resolution: '4K' }, '/resolution'],
    ['4k', { resolution: '4k' }, '/resolution'],
    ['an unsupported ratio', { size: '9:21' }, '/size'],
    ['an unsupported ratio with a tier', { size: '9:21', resolution: '2K' }, '/size'],
    ['a tier keyword above 2K', { size: '3K' }, '/size'],
    ['921599 pixels', { size: '1x921599' }, '/size'],
    ['too few pixels', { size: '959x960' }, '/size'],
    ['too many pixels', { size: '2151x2150' }, '/size'],
    ['a ratio above 16', { size: '3856x240' }, '/size'],
    ['blanks in a ratio', { size: '16 x 9' }, '/size'],
    ['a capital X in a ratio', { size: '16X9' }, '/size'],
    ['another optimisation', { optimize_prompt_options: { mode: 'fast' } }, '/optimize_prompt_options/mode'],
    ['another background', { background: 'blurred' }, '/background'],
    ['another output format', { output_format: 'webp' }, '/output_format'],
    ['no prompt', { prompt: undefined }, undefined],
    ['an empty prompt', { prompt: '' }, '/prompt'],
    ['no prompt without layers', { prompt: undefined, layer_decomposition: false }, '/prompt'],
    ['transparent without input', { background: 'transparent', output_format: 'png' }, '/image_urls'],
  ])('sx-5-0-pro refuses %s', async (_what, fields, param) => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage({ model: 'sx-5-0-pro', prompt: 'A paper boat', ...fields });
    await expectNothingHappened(wire, answer, param);
  });

  test.each([
    ['more than ten references', {}, 11],
    ['transparent with two inputs', { background: 'transparent', output_format: 'png' }, 2],
    ['transparent as jpeg', { background: 'transparent' }, 1],
    ['layers of no image', { layer_decomposition: true }, 0],
    [
      'layers on a transparent base',
      { layer_decomposition: true, background: 'transparent', output_format: 'png' },
      1,
      '/background',
    ],
    ['layers of two images', { layer_decomposition: true }, 2],
    ['layers at a ratio', { layer_decomposition: true, size: '16:9' }, 1],
    ['layers at exact pixels', { layer_decomposition: true, size: '1024x1024' }, 1],
    ['layers at 4K', { layer_decomposition: true, size: '4K' }, 1],
  ])('sx-5-0-pro refuses %s', async (_what, fields, count, param?) => {
    await using wire = await openWire(shell);
    const body = { model: 'sx-5-0-pro', prompt: 'A paper boat', ...fields, image_urls: pictures(count) };
    await expectNothingHappened(wire, await wire.postImage(body), param);
  });

  test('sx-5-0-pro accepts ten references', async () => {
    await using wire = await openWire(shell);
    await wire.submit({ model: 'sx-5-0-pro', prompt: 'A paper boat', image_urls: pictures(10) });
  });

  test.each([
    ['1K', { resolution: '1K' }, 0, '/resolution'],
    ['a lowercase tier', { resolution: '2k' }, 0, '/resolution'],
    ['an unsupported ratio', { size: '9:21' }, 0, '/size'],
    ['exact pixels', { size: '2048x2048' }, 0, '/size'],
    ['a quoted n', { n: '2' }, 0, '/n'],
    ['n of 0', { n: 0 }, 0, '/n'],
    ['n of 16', { n: 16 }, 0, '/n'],
    ['n of 1.5', { n: 1.5 }, 0, '/n'],
    ['fifteen images and a reference', { n: 15 }, 1, '/n'],
    ['one image and fifteen references', { n: 1 }, 15, '/image_urls'],
    ['two images and fourteen references', { n: 2 }, 14, '/n'],
    ['auto without a reference', { size: 'auto' }, 0, '/size'],
    ['another group mode', { sequential_image_generation: 'on' }, 0, '/sequential_image_generation'],
    ['no prompt', { prompt: undefined }, 0, '/prompt'],
    ['a prompt that is null', { prompt: null }, 0, '/prompt'],
  ])('sx-5-0-lite refuses %s', async (_what, fields, count, param) => {
    await using wire = await openWire(shell);
    const image_urls = count > 0 ? { image_urls: pictures(count) } : {};
    const body = { model: 'sx-5-0-lite', prompt: 'A paper boat', ...fields, ...image_urls };
    await expectNothingHappened(wire, await wire.postImage(body), param);
  });

  test.each([
    ['a side of 511', { size: '511x1024' }, 0, '/size'],
    ['a side of 2049', { size: '1024x2049' }, 0, '/size'],
    ['an unsupported ratio', { size: '21:9' }, 0, '/size'],
    ['auto', { size: 'auto' }, 0, '/size'],
    ['a tier as size', { size: '1K' }, 0, '/size'],
    ['3K', { resolution: '3K' }, 0, '/resolution'],
    ['n of 0', { n: 0 }, 0, '/n'],
    ['a quoted n', { n: '2' }, 0, '/n'],
    ['four references', {}, 4, '/image_urls'],
    ['an empty list of references', { image_urls: [] }, 0, '/image_urls'],
    ['a mode without prompt_extend', { prompt_extend_mode: 'direct' }, 0, '/prompt_extend_mode'],
    ['a mode with prompt_extend off', { prompt_extend: false, prompt_extend_mode: 'agent' }, 0, undefined],
    ['agent for image-to-image', { prompt_extend: true, prompt_extend_mode: 'agent' }, 1, undefined],
    ['another mode', { prompt_extend: true, prompt_extend_mode: 'auto' }, 0, '/prompt_extend_mode'],
    ['a prompt far above 4.5k tokens', { prompt: 'paper boat '.repeat(4600) }, 0, '/prompt'],
  ])('qx-image-3.0 refuses %s', async (_what, fields, count, param) => {
    await using wire = await openWire(shell);
    const image_urls = count > 0 ? { image_urls: pictures(count) } : {};
    for (const model of ['qx-image-3.0', 'qx-image-3.0-pro']) {
      const body = { model, prompt: 'A paper boat', ...fields, ...image_urls };
      await expectNothingHappened(wire, await wire.postImage(body), param);
    }
  });

  test.each([
    ['17 seconds', { duration: 17 }, '/duration', ['vxq3', 'vxq3-mix']],
    ['0 seconds', { duration: 0 }, '/duration', ['vxq3', 'vxq3-mix']],
    ['2 seconds', { duration: 2 }, '/duration', ['vxq3']],
    ['540p', { resolution: '540p' }, '/resolution', ['vxq3-mix']],
    ['4K', { resolution: '4K' }, '/resolution', ['vxq3', 'vxq3-mix']],
    ['720P', { resolution: '720P' }, '/resolution', ['vxq3', 'vxq3-mix']],
    ['21:9', { aspect_ratio: '21:9' }, '/aspect_ratio', ['vxq3', 'vxq3-mix']],
    ['a seed in words', { seed: 'seven' }, '/seed', ['vxq3', 'vxq3-mix']],
    ['5001 characters', { prompt: 'b'.repeat(5001) }, '/prompt', ['vxq3', 'vxq3-mix']],
    ['no prompt', { prompt: undefined }, '/prompt', ['vxq3', 'vxq3-mix']],
    ['no references', { image_urls: undefined }, '/image_urls', ['vxq3', 'vxq3-mix']],
    ['an empty list of references', { image_urls: [] }, '/image_urls', ['vxq3', 'vxq3-mix']],
  ])('video models refuse %s', async (_what, fields, param, models) => {
    await using wire = await openWire(shell);
    for (const model of models) {
      const body = { model, prompt: 'It turns', image_urls: [picture], ...fields };
      await expectNothingHappened(wire, await wire.postVideo(body), param);
    }
  });

  test('video models refuse eight references and accept seven', async () => {
    await using wire = await openWire(shell);
    const body = { model: 'vxq3', prompt: 'It turns', image_urls: pictures(8) };
    await expectNothingHappened(wire, await wire.postVideo(body), '/image_urls');
    await wire.submit({ ...body, image_urls: pictures(7) });
  });

  test('a video prompt of 5000 characters is accepted, whatever its alphabet', async () => {
    await using wire = await openWire(shell);
    for (const letter of ['b', '船', '🛶']) {
      await wire.submit({ model: 'vxq3', prompt: letter.repeat(5000), image_urls: [picture] });
    }
  });

  test('reports all violations at once', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage({ model: 'sx-5-0-lite', prompt: 7, n: '2', resolution: '1K' });
    expect(new Set(listPaths(answer))).toEqual(new Set(['/n', '/prompt', '/resolution']));
  });
});
