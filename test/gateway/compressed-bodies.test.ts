import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { at, openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const IMAGES = '/v1/images/generations';
const plain = Buffer.from(JSON.stringify({ model: 'qx-image-3.0', prompt: 'A paper boat' }));
const sent = (body: Uint8Array, encoding: string) => ({ body, headers: { 'content-encoding': encoding } });

/** Inflates to a little more than a body without images may have. */
const swollen = gzipSync(Buffer.concat([plain, Buffer.alloc(1_048_576, ' ')]));
/** Inflates to eighty megabytes. */
const bomb = gzipSync(Buffer.concat([Buffer.from('{"note":"'), Buffer.alloc(80_000_000, 'x')]));
const spaces = gzipSync(Buffer.concat([plain, Buffer.alloc(80_000_000, ' ')]));

describe.each(shells)('through the $name shell', (shell) => {
  test('a body may be sent with gzip', async () => {
    await using wire = await openWire(shell);
    for (const encoding of ['gzip', 'x-gzip', 'GZip', ' gzip ']) {
      const answer = await wire.send('POST', IMAGES, sent(gzipSync(plain), encoding));
      expect([encoding, answer.status]).toEqual([encoding, 200]);
    }
    for (const encoding of ['identity', ''])
      expect((await wire.send('POST', IMAGES, sent(plain, encoding))).status).toBe(200);
  });

  test('gzip may have several members where the platform supports them; otherwise the error is accurate', async () => {
    await using wire = await openWire(shell);
    const members = Buffer.concat([
      gzipSync(plain.subarray(0, 9)),
      gzipSync(''),
      gzipSync(plain.subarray(9)),
    ]);
    const answer = await wire.send('POST', IMAGES, sent(members, 'gzip'));
    const damaged = await wire.send('POST', IMAGES, sent(members.subarray(0, -4), 'gzip'));
    const isNode = shell.name === 'Node';
    expect([answer.status, at(answer.body, 'error', 'message')]).toEqual(
      isNode ? [200, undefined] : [400, 'The request body must be exactly one complete gzip member.'],
    );
    expect(damaged.status).toBe(400);
    if (isNode)
      expect(at(damaged.body, 'error', 'message')).toBe(
        'The request body is not valid gzip, although its Content-Encoding is gzip.',
      );
  });

  test('a long body with gzip is read like a plain one', async () => {
    await using wire = await openWire(shell);
    const long = Buffer.from(
      JSON.stringify({ model: 'qx-image-3.0', prompt: 'A boat', note: 'b'.repeat(900_000) }),
    );
    const answer = await wire.send('POST', IMAGES, sent(gzipSync(long), 'gzip'));
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  });

  test('another encoding is 415 and names the supported one', async () => {
    await using wire = await openWire(shell);
    for (const [encoding, body] of [
      ['br', brotliCompressSync(plain)],
      ['deflate', deflateSync(plain)],
      ['gzip, gzip', gzipSync(gzipSync(plain))],
      ['zstd', plain],
    ] as const) {
      const answer = await wire.send('POST', IMAGES, sent(body, encoding));
      expect([encoding, answer.status, answer.headers.get('accept-encoding')]).toEqual([
        encoding,
        415,
        'gzip',
      ]);
      expect(at(answer.body, 'error')).toMatchObject({
        reason: 'unsupported_encoding',
        message: `The Content-Encoding "${encoding}" is not supported: send the body uncompressed, or compressed with gzip.`,
      });
    }
    expect(await wire.remaining()).toBe(1000);
  });

  test('a body that is not gzip, ends early or continues after its end is rejected', async () => {
    await using wire = await openWire(shell);
    const whole = gzipSync(plain);
    for (const body of [
      plain,
      whole.subarray(0, whole.length - 9),
      whole.subarray(0, 4),
      Buffer.alloc(0),
      Buffer.concat([whole, plain]),
    ]) {
      const answer = await wire.send('POST', IMAGES, sent(body, 'gzip'));
      expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([400, 'invalid_gzip']);
    }
  });

  test('the decompressed size of a body is bounded', async () => {
    await using wire = await openWire(shell);
    expect(bomb.length).toBeLessThan(100_000);
    const headers = { 'content-encoding': 'gzip' };
    const video = await wire.send('POST', '/v1/videos/generations', { body: swollen, headers });
    expect([video.status, at(video.body, 'error', 'reason')]).toEqual([413, 'body_too_large']);
    const chat = await wire.send('POST', '/v1/chat/completions', { body: bomb, headers });
    expect([chat.status, at(chat.body, 'error', 'reason')]).toEqual([413, 'body_too_large']);
    const blank = await wire.send('POST', '/v1/chat/completions', { body: spaces, headers });
    expect([blank.status, at(blank.body, 'error', 'reason')]).toEqual([400, 'invalid_parameter']);
  });
});
