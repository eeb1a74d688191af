import { expect, test } from 'vitest';
import { code, inHtml } from '../../../scripts/docs/markdown.ts';
import { describeRate } from '../../../scripts/docs/models/price.ts';
import { writeCurlSample } from '../../../scripts/docs/samples/curl.ts';
import { references, withSamples } from '../../../scripts/docs/samples/sample-references.ts';

test('data in an attribute neither ends it nor is read by Vue', () => {
  expect(inHtml('{"a":"<b> & {{c}}"}')).toBe('{&quot;a&quot;:&quot;&lt;b> &amp; &#123;&#123;c}}&quot;}');
});

test.each([
  ['a', '`a`'],
  ['', '`  `'],
  ['a`b', '`` a`b ``'],
])('%j as code', (text, want) => {
  expect(code(text)).toBe(want);
});

test.each([
  [{ tier: '1K', max_pixels: 1_000_000 }, 0, '`1K`, up to 1,000,000 pixels'],
  [{}, 0, 'any size'],
  [{}, 1, 'larger'],
])('a price of %j in row %i', (rate, index, want) => {
  expect(describeRate(rate, index)).toBe(want);
});

test('a quote in a request does not end the text of a shell', () => {
  const post = { operationId: 'createChatCompletion' };
  const document = { paths: { '/v1/chat/completions': { post } } };
  const place = { baseUrl: 'http://127.0.0.1:8080', apiKey: 'sk-mock', model: 'm', taskId: 'task_1' };
  const call = { ...place, operation: 'createChatCompletion', request: { prompt: "It's" } };
  expect(writeCurlSample(call, document)).toContain(`"It'\\''s"`);
});

test('samples stand for addresses that are fetched, and not for that of callbacks', () => {
  const request = {
    image_urls: ['https://images.example.com/1.png', 'https://gatewright.dev/1.png'],
    webhook: 'https://shop.example.com/hook',
  };
  expect(withSamples(request, references[0], 'http://127.0.0.1:8080')).toEqual({
    ...request,
    image_urls: ['http://127.0.0.1:8080/files/samples/1280x720.png', 'https://gatewright.dev/1.png'],
  });
});
