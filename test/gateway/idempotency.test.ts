import { afterAll, describe, expect, test } from 'vitest';
import { UnavailableError } from '../../src/gateway/ports/unavailable.ts';
import { createTestGateway } from '../support/create-test-gateway.ts';
import { at, openWire, textAt } from '../support/open-wire.ts';
import { pngFile } from '../support/png-file.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';

const references = await startReferenceServer();
afterAll(() => references[Symbol.asyncDispose]());

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describe.each(shells)('through the $name shell', (shell) => {
  test('replays the first answer and holds money once', async () => {
    await using wire = await openWire(shell);
    const first = await wire.postImage(boat, withKey('order-7'));
    const second = await wire.postImage(boat, withKey('order-7'));
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await wire.remaining()).toBe(999.955);
    await wire.advance(300);
    const later = await wire.postImage(boat, withKey('order-7'));
    expect([later.text, later.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect(await wire.remaining()).toBe(999.955);
  });

  test('a submission without a key is a new one each time', async () => {
    await using wire = await openWire(shell);
    expect(await wire.submit(boat)).not.toBe(await wire.submit(boat));
    expect(await wire.remaining()).toBe(999.91);
  });

  test('forgets a key after 24 hours, and not before', async () => {
    await using wire = await openWire(shell);
    const first = await wire.postImage(boat, withKey('order-7'));
    await wire.advance(86_399);
    expect((await wire.postImage(boat, withKey('order-7'))).text).toBe(first.text);
    await wire.advance(1);
    const fresh = await wire.postImage(boat, withKey('order-7'));
    expect(fresh.text).not.toBe(first.text);
    expect(fresh.headers.get('idempotency-replayed')).toBeNull();
  });

  test('refuses the same key with another body', async () => {
    await using wire = await openWire(shell);
    await wire.postImage(boat, withKey('order-7'));
    const answer = await wire.postImage({ ...boat, prompt: 'Another boat' }, withKey('order-7'));
    expect(answer.status).toBe(409);
    expect(answer.headers.get('x-should-retry')).toBe('false');
    expect(at(answer.body, 'error')).toMatchObject({ code: 409, type: 'invalid_request_error' });
    expect(textAt(answer.body, 'error', 'message')).toContain('"order-7"');
    expect(await wire.remaining()).toBe(999.955);
  });

  test('compares pictures in the body by their bytes', async () => {
    await using wire = await openWire(shell);
    const withPicture = (side: number) => ({
      ...boat,
      image_urls: [
        `data:image/png;base64,${Buffer.from(pngFile({ width: side, height: side })).toString('base64')}`,
      ],
    });
    const first = await wire.postImage(withPicture(400), withKey('order-7'));
    expect(first.status).toBe(200);
    expect((await wire.postImage(withPicture(400), withKey('order-7'))).text).toBe(first.text);
    expect((await wire.postImage(withPicture(401), withKey('order-7'))).status).toBe(409);
  });

  test('a submission whose key was given to another meanwhile is not accepted', async () => {
    const { store } = createTestGateway();
    const acceptTask: typeof store.acceptTask = async () => ({ kind: 'superseded' });
    await using wire = await openWire(shell, { ports: { store: { ...store, acceptTask } } });
    const late = await wire.postImage(boat, withKey('order-7'));
    expect([late.status, at(late.body, 'error', 'reason')]).toEqual([409, 'idempotency_in_progress']);
    expect(textAt(late.body, 'error', 'message')).toContain('"order-7"');
  });

  test('a submission that failed leaves its key free', async () => {
    const { store } = createTestGateway();
    let isAway = true;
    const acceptTask: typeof store.acceptTask = (...call) =>
      isAway ? Promise.reject(new UnavailableError('The database is away.')) : store.acceptTask(...call);
    await using wire = await openWire(shell, { ports: { store: { ...store, acceptTask } } });
    expect((await wire.postImage(boat, withKey('order-7'))).status).toBe(503);
    expect(wire.faults.splice(0)).toEqual([expect.any(UnavailableError)]);
    isAway = false;
    const second = await wire.postImage(boat, withKey('order-7'));
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });

  test.each([
    [
      'members in another order',
      '{"prompt":"A paper boat","model":"sx-5-0-pro","seed":1,"x":{"a":1,"b":[]}}',
    ],
    [
      'white space',
      ' { "model" : "sx-5-0-pro",\n"prompt":"A paper boat","seed":1,"x":{ "b":[ ],\t"a":1 } } ',
    ],
    [
      'escapes',
      String.raw`{"model":"sx-5-0-pro","prompt":"\u0041 paper b\u006fat","\u0073eed":1,"x":{"a":1,"b":[]}}`,
    ],
    [
      'other forms of its numbers',
      '{"model":"sx-5-0-pro","prompt":"A paper boat","seed":1.0,"x":{"a":0.1e1,"b":[]}}',
    ],
    [
      'a name that comes again',
      '{"model":"x","prompt":"A paper boat","seed":1,"x":{"a":1,"b":[]},"model":"sx-5-0-pro"}',
    ],
  ])('a body with %s is the same request', async (_what, body) => {
    await using wire = await openWire(shell);
    const first = await wire.postImage(
      '{"model":"sx-5-0-pro","prompt":"A paper boat","seed":1,"x":{"a":1,"b":[]}}',
      withKey('order-7'),
    );
    expect(first.status).toBe(200);
    const second = await wire.postImage(body, withKey('order-7'));
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await wire.remaining()).toBe(999.955);
  });

  test.each([
    ['another order in a list', '{"model":"sx-5-0-pro","prompt":"A paper boat","x":[2,1]}'],
    ['a number as text', '{"model":"sx-5-0-pro","prompt":"A paper boat","x":["1",2]}'],
    ['one member more', '{"model":"sx-5-0-pro","prompt":"A paper boat","x":[1,2],"n":1}'],
    ['another case', '{"model":"sx-5-0-pro","prompt":"a paper boat","x":[1,2]}'],
    ['another form of a letter', '{"model":"sx-5-0-pro","prompt":"A paper boat\u0301","x":[1,2]}'],
  ])('a body with %s is another request', async (_what, body) => {
    await using wire = await openWire(shell);
    await wire.postImage('{"model":"sx-5-0-pro","prompt":"A paper boat","x":[1,2]}', withKey('order-7'));
    expect((await wire.postImage(body, withKey('order-7'))).status).toBe(409);
    expect(await wire.remaining()).toBe(999.955);
  });

  test('answers 409 while the first is in progress, then replays it', async () => {
    await using wire = await openWire(shell);
    const leave = new AbortController();
    const stalled = { ...boat, image_urls: [references.faulty('stalled-forever')] };
    const arrived = references.stalled();
    const first = wire.postImage(stalled, { ...withKey('order-7'), signal: leave.signal });
    first.catch(() => undefined);
    await arrived;
    const second = await wire.postImage(stalled, withKey('order-7'));
    expect(second.status).toBe(409);
    expect(second.headers.get('retry-after')).toBe('1');
    expect(second.headers.get('x-should-retry')).not.toBe('false');
    expect(textAt(second.body, 'error', 'message')).toMatch(/"order-7".* 1 second/);
    leave.abort();
    await first.catch(() => undefined);
    expect(await wire.remaining()).toBe(1000);
  });

  test('accepts one of many concurrent submissions', async () => {
    await using wire = await openWire(shell);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => wire.postImage(boat, withKey('order-7'))),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    expect(new Set(accepted.map(({ text }) => text)).size).toBe(1);
    expect(accepted.length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await wire.remaining()).toBe(999.955);
  });

  test('a rejected submission can be corrected and sent again with its key', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '0.05', beta: '1' } });
    expect((await wire.postImage({ ...boat, n: 2 }, withKey('order-7'))).status).toBe(400);
    expect((await wire.postImage({ ...boat, size: '2K' }, withKey('order-7'))).status).toBe(402);
    const gone = { ...boat, image_urls: [references.faulty('missing.png')] };
    expect((await wire.postImage(gone, withKey('order-7'))).status).toBe(400);
    const accepted = await wire.postImage(boat, withKey('order-7'));
    expect(accepted.status).toBe(200);
    expect(accepted.headers.get('idempotency-replayed')).toBeNull();
  });

  test('scopes keys to account and route', async () => {
    await using wire = await openWire(shell);
    const image = await wire.postImage(boat, withKey('order-7'));
    const beta = await wire.postImage(boat, { ...withKey('order-7'), key: 'sk-beta' });
    const second = await wire.postImage(boat, { ...withKey('order-7'), key: 'sk-alpha-second' });
    const picture = references.image({ width: 640, height: 480, format: 'png' });
    const clip = { model: 'vxq3', prompt: 'It turns', image_urls: [picture] };
    const video = await wire.postVideo(clip, withKey('order-7'));
    expect([beta.status, video.status]).toEqual([200, 200]);
    expect(second.text).toBe(image.text);
    const ids = [image, beta, video].map(({ body }) => textAt(body, 'data', 0, 'task_id'));
    expect(new Set(ids).size).toBe(3);
    expect((await wire.postVideo(clip, withKey('order-7'))).headers.get('idempotency-replayed')).toBe('true');
  });

  test.each([
    ['empty', '', '""'],
    ['with a blank', 'order 7', '"order 7"'],
    ['with a letter outside ASCII', 'ordre-n\u00e9', '"ordre-n\u00e9"'],
    ['of 192 characters', 'k'.repeat(192), '192 characters'],
    ['as long as one may be, with a blank', `k ${'k'.repeat(189)}`, `"k ${'k'.repeat(58)}"...`],
  ])('refuses a key that is %s', async (_what, key, given) => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage(boat, withKey(key));
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error', 'param')).toBe('Idempotency-Key');
    const message = `Idempotency-Key must be 1 to 191 visible ASCII characters; got ${given}.`;
    expect(at(answer.body, 'error', 'message')).toBe(message);
    expect(await wire.remaining()).toBe(1000);
  });

  test.each(['k', 'k'.repeat(191), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~', '__proto__'])(
    'accepts the key %s',
    async (key) => {
      await using wire = await openWire(shell);
      const first = await wire.postImage(boat, withKey(key));
      expect(first.status).toBe(200);
      expect((await wire.postImage(boat, withKey(key))).text).toBe(first.text);
    },
  );
});
