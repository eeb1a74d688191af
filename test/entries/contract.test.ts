import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { models } from '../../src/contract/catalogue.ts';
import {
  hold,
  InvalidRequestError,
  type ModelRequest,
  plan,
  price,
  size,
  validate,
} from '../../src/entries/contract.ts';

const root = join(import.meta.dirname, '../..');
const boat: ModelRequest = { model: 'sx-5-0-pro', prompt: 'A paper boat' };

test('validate lists every violation in the order of the body, and none for a valid body', () => {
  expect(validate(boat)).toEqual([]);
  expect(validate({ ...boat, stream: true, n: 2 }).map(({ path, rule }) => [path, rule])).toEqual([
    ['/stream', 'forbidden'],
    ['/n', 'maximum'],
  ]);
  expect(validate({ model: 'qx3.8-max', messages: [] })).toMatchObject([{ path: '/messages' }]);
});

test.each(['a\0boat', 'a \ud83d boat'])('%j is refused, as the gateway refuses it', (prompt) => {
  const message = 'prompt must not contain U+0000 or unpaired surrogates';
  const violations = [{ path: '/prompt', rule: 'text', message }];
  expect(validate({ ...boat, prompt })).toEqual(violations);
  expect(validate({ ...boat, webhook: prompt, language: prompt })).toEqual([]);
  expect(() => plan({ ...boat, prompt })).toThrow(expect.objectContaining({ violations }));
});

test.each([
  [{ model: 'sx-6' }, 'There is no model "sx-6".'],
  [{ prompt: 'A boat' }, 'model must be a string.'],
  [null, 'model must be a string.'],
  ['sx-5-0-pro', 'model must be a string.'],
])('%j names no model', (body, message) => {
  expect(validate(body)).toEqual([{ path: '/model', rule: 'model', message }]);
});

test('a layer decomposition holds 17 images, and amounts follow the group', () => {
  const layers = {
    model: 'sx-5-0-pro',
    layer_decomposition: true,
    size: '1K',
    image_urls: ['https://a.example/1.png'],
  };
  expect(hold(layers)).toBe('0.765');
  expect(plan(layers, { groupRatio: '0.8' })).toMatchObject({ count: 17, holdUsd: '0.612' });
  expect([price(boat), size(boat)]).toEqual(['0.045', { width: 1024, height: 1024 }]);
});

test('the first reference decides the ratio of an automatic size', () => {
  const edit = { ...boat, size: 'auto', image_urls: ['https://a.example/1.png'] };
  expect(size(edit, { firstReference: { width: 900, height: 600 } })).toEqual({ width: 1248, height: 832 });
});

test('a request without a plan is refused with its violations', () => {
  expect(() => price({ ...boat, n: 2 })).toThrow(InvalidRequestError);
  expect(() => hold({ model: 'qx3.8-max', messages: [] })).toThrow(
    'There is no image or video model "qx3.8-max".',
  );
});

test('it is bundled for a browser', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/entries/contract.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length;
  console.log(`gatewright/contract in a browser: ${bytes} bytes after gzip`);
  expect(bytes).toBeLessThan(55_000 + 1_500 * models.length);
});

test('models of another version are refused in one line', () => {
  const models = { format: 0, entries: [], readDocument: async () => '' };
  const message =
    'The models were not generated for this version of gatewright: run npx gatewright generate.';
  expect(() => validate(boat, { models })).toThrow(new TypeError(message));
});
