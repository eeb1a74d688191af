import { afterAll, expect, test } from 'vitest';
import { startMediaServer } from '../../src/conformance/peers/media-server.ts';

const media = await startMediaServer();
afterAll(() => media.close());

/** The part of a response that matters to a reference fetcher. */
async function see(path: string) {
  const { status, headers } = await fetch(media.baseUrl + path, { redirect: 'manual' });
  return {
    status,
    type: headers.get('content-type'),
    length: headers.get('content-length'),
    location: headers.get('location'),
  };
}

test('sends the length of a reference, unless it is to be left out', async () => {
  expect(await see('/64x64.png?bytes=5000')).toMatchObject({
    status: 200,
    type: 'image/png',
    length: '5000',
  });
  expect(await see('/64x64.jpg?bytes=5000')).toMatchObject({
    status: 200,
    type: 'image/jpeg',
    length: '5000',
  });
  const unannounced = await see('/64x64.png?bytes=5000&chunked=1');
  expect(unannounced).toMatchObject({ status: 200, type: 'image/png', length: null });
});

test('takes status and media type from the query, whose rest a redirect keeps', async () => {
  expect(await see('/64x64.png?status=500')).toMatchObject({ status: 500, type: 'image/png' });
  expect(await see('/64x64.png?type=text/plain')).toMatchObject({ status: 200, type: 'text/plain' });
  const redirect = await see('/64x64.png?redirect=1&alpha=1');
  expect(redirect).toMatchObject({ status: 302, location: '/64x64.png?alpha=1' });
});

test('serves a page that is no image, and 404 for a missing file', async () => {
  expect(await see('/page.html')).toMatchObject({ status: 200, type: 'text/html' });
  expect(await see('/missing.png')).toMatchObject({ status: 404 });
});
