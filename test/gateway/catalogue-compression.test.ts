import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const target = '/v1/models?expand=parameters';

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    ['gzip'],
    ['gzip, deflate, br'],
    ['br, gzip;q=0.2'],
    ['GZIP'],
    ['gzip ; q=1.0'],
    ['*'],
    ['br;q=1, *;q=0.5'],
    ['identity;q=0.5, gzip;q=1.0'],
  ])('compresses for Accept-Encoding %s', async (encoding) => {
    await using wire = await openWire(shell);
    const plain = await wire.get(target);
    const answer = await wire.get(target, { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(answer.bytes).toString()).toBe(plain.text);
    expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(answer.headers.get('vary')).toBe('authorization, accept-encoding');
  });

  test.each([
    [undefined],
    [''],
    ['identity'],
    ['br'],
    ['gzip;q=0'],
    ['gzip;q=0.000, *'],
    ['gzip;q=0, deflate'],
    ['*;q=0'],
    ['x-gzipped'],
  ])('does not compress for Accept-Encoding %s', async (encoding) => {
    await using wire = await openWire(shell);
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
    const answer = await wire.get(target, { headers });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('vary')).toBe('authorization, accept-encoding');
    expect(answer.bytes[0]).toBe('{'.charCodeAt(0));
  });

  test('announces the length of what it sends', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.get(target, { headers: { 'accept-encoding': 'gzip' } });
    const length = answer.headers.get('content-length');
    if (shell.name === 'Node') expect(length).toBe(String(answer.bytes.length));
  });

  test('marks the response as private to the caller', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.get(target);
    expect(answer.headers.get('cache-control')).toMatch(/private|no-store/);
  });

  test('never allows caching of a task or a balance', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit({ model: 'qx-image-3.0', prompt: 'A paper boat' });
    for (const path of [`/v1/tasks/${id}`, '/v1/user/balance']) {
      expect((await wire.get(path)).headers.get('cache-control') ?? '').not.toMatch(/max-age|public/);
    }
  });
});
