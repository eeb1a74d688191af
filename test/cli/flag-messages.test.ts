import { expect, test } from 'vitest';
import { toFlagMessage } from '../../src/cli/calls/quote.ts';

test.each([
  [
    '/prompt',
    'prompt is required unless layer_decomposition is true',
    '--prompt is required unless --layer-decomposition is true',
  ],
  [
    '/image_urls',
    'image_urls must have at most 3 entries; got 4',
    '--image must have at most 3 entries; got 4',
  ],
  [
    '/size',
    'size must be one of "auto"; got "my_own_size"',
    '--size must be one of "auto"; got "my_own_size"',
  ],
  [
    '/image_urls/0',
    'image_urls[0] must be an http(s) URL; got "ftp://a_b/c_d.png"',
    '--image[0] must be an http(s) URL; got "ftp://a_b/c_d.png"',
  ],
])('a violation of %s is told in flags', (path, message, want) => {
  expect(toFlagMessage({ path, rule: 'rule', message })).toBe(want);
});
