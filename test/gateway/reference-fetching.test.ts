import { afterAll, describe, expect, test } from 'vitest';
import { at, listAt, openWire, textAt } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';

const references = await startReferenceServer();
afterAll(() => references[Symbol.asyncDispose]());

const families = ['vxq3', 'qx-image-3.0', 'sx-5-0-lite', 'sx-5-0-pro'];
const endpoint = (model: string) =>
  model.startsWith('vx') ? '/v1/videos/generations' : '/v1/images/generations';
const MB = 1024 * 1024;

// Files of this size are read in the core, in the same way for each shell.
test.each([
  ['vxq3', 50],
  ['qx-image-3.0', 10],
  ['sx-5-0-lite', 10],
  ['sx-5-0-pro', 30],
])('%s accepts a file of exactly %i MB and not a byte more', async (model, megabytes) => {
  await using wire = await openWire(shells[0]);
  const address = (bytes: number) => references.image({ width: 640, height: 480, format: 'png', bytes });
  const body = (bytes: number) => ({ model, prompt: 'A paper boat', image_urls: [address(bytes)] });
  await wire.submit(body(megabytes * MB));
  const answer = await wire.send('POST', endpoint(model), { body: body(megabytes * MB + 1) });
  expect(answer.status).toBe(400);
  expect(textAt(answer.body, 'error', 'message')).toContain(String(megabytes * MB));
});

test('stops reading a file without an end', async () => {
  await using wire = await openWire(shells[0]);
  const body = {
    model: 'sx-5-0-lite',
    prompt: 'A paper boat',
    image_urls: [references.faulty('endless.png')],
  };
  const answer = await wire.postImage(body);
  expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([400, 'invalid_reference']);
  expect(await wire.remaining()).toBe(1000);
});

describe.each(shells)('through the $name shell', (shell) => {
  test.each(families)('%s refuses unreachable references, without task or charge', async (model) => {
    await using wire = await openWire(shell);
    const gone = 'http://127.0.0.1:9/gone.png';
    const names = ['missing.png', 'error', 'html.png', 'truncated.png', 'empty.png', 'cut.png', 'loop'];
    for (const address of [gone, ...names.map(references.faulty)]) {
      const body = { model, prompt: 'A paper boat', image_urls: [address] };
      const answer = await wire.send('POST', endpoint(model), { body });
      expect([address, answer.status]).toEqual([address, 400]);
      expect(at(answer.body, 'error')).toMatchObject({
        type: 'invalid_request_error',
        reason: 'invalid_reference',
        param: '/image_urls/0',
        violations: [{ path: '/image_urls/0' }],
      });
    }
    expect(await wire.remaining()).toBe(1000);
    expect((await wire.store.findAccount('alpha'))?.held).toBe(0n);
    expect((await wire.get('/v1/tasks/task_000001')).status).toBe(404);
  });

  test('refuses a reference that times out', async () => {
    await using wire = await openWire(shell, { referenceTimeoutMs: 50 });
    const body = { model: 'sx-5-0-pro', prompt: 'A paper boat', image_urls: [references.faulty('stalled')] };
    const answer = await wire.postImage(body);
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([400, 'invalid_reference']);
    expect(at(answer.body, 'error', 'message')).toContain('did not respond completely within 50 ms');
  });

  test('reports every invalid reference', async () => {
    await using wire = await openWire(shell);
    const good = references.image({ width: 640, height: 480, format: 'png' });
    const body = {
      model: 'sx-5-0-pro',
      prompt: 'A paper boat',
      image_urls: [good, references.faulty('missing.png'), good, references.faulty('html.png')],
    };
    const answer = await wire.postImage(body);
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error', 'param')).toBe('/image_urls/1');
    expect(at(answer.body, 'error', 'violations')).toMatchObject([
      { path: '/image_urls/1' },
      { path: '/image_urls/3' },
    ]);
  });

  test.each(families)(
    '%s follows a redirect and detects the format from the bytes, not from names',
    async (model) => {
      await using wire = await openWire(shell);
      for (const name of ['moved', 'named-wrong.jpg']) {
        await wire.submit({ model, prompt: 'A paper boat', image_urls: [references.faulty(name)] });
      }
    },
  );

  test.each([
    ['a user name', 'http://user:secret@127.0.0.1/1.png'],
    ['no host', 'http://'],
    ['another scheme', 'ftp://127.0.0.1/1.png'],
    ['a file', 'file:///etc/passwd'],
    ['no scheme', '//127.0.0.1/1.png'],
    ['no address at all', ''],
    ['script', 'javascript:alert(1)'],
    ['a port that is none', 'http://127.0.0.1:99999/1.png'],
  ])('refuses an address with %s', async (_what, address) => {
    await using wire = await openWire(shell);
    for (const model of families) {
      const body = { model, prompt: 'A paper boat', image_urls: [address] };
      const answer = await wire.send('POST', endpoint(model), { body });
      expect([model, answer.status]).toEqual([model, 400]);
      expect(answer.text).not.toContain('secret');
    }
  });

  test('reports invalid references together with other violations', async () => {
    await using wire = await openWire(shell);
    const good = references.image({ width: 640, height: 480, format: 'png' });
    const body = {
      model: 'sx-5-0-pro',
      n: 2,
      image_urls: [good, references.faulty('missing.png'), references.faulty('html.png')],
      output_format: 'png',
      background: 'transparent',
      stream: true,
    };
    const answer = await wire.postImage(body);
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([400, 'invalid_parameter']);
    expect(pathsOf(answer.body)).toEqual([
      '/n',
      '/image_urls',
      '/image_urls/0',
      '/image_urls/1',
      '/image_urls/2',
      '/stream',
      '/prompt',
    ]);
    const two = await wire.postImage({ ...body, background: 'opaque', prompt: 'A paper boat' });
    expect(pathsOf(two.body)).toEqual(['/n', '/image_urls/1', '/image_urls/2', '/stream']);
    expect(textAt(two.body, 'error', 'message')).toBe('n must be at most 1; got 2 (and 3 more violations)');
    expect(await wire.remaining()).toBe(1000);
  });

  test('reads the other entries when one is invalid', async () => {
    await using wire = await openWire(shell);
    const good = references.image({ width: 640, height: 480, format: 'png' });
    const image_urls = [references.faulty('missing.png'), 'x', 'data:image/png;base64,AAAA'];
    const answer = await wire.postImage({ model: 'qx-image-3.0', prompt: 'A boat', image_urls });
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([400, 'invalid_parameter']);
    expect(listAt(answer.body, 'error', 'violations')).toEqual([
      {
        path: '/image_urls/0',
        rule: 'unreachable',
        message: 'image_urls[0]: the file cannot be read: the server responded with 404',
      },
      expect.objectContaining({ path: '/image_urls/1', rule: 'pattern' }),
      {
        path: '/image_urls/2',
        rule: 'format',
        message:
          'image_urls[2]: the bytes are not an image; the format must be one of png, jpeg, bmp, tiff, webp, gif',
      },
    ]);
    for (const odd of [7, null, {}]) {
      const body = { model: 'sx-5-0-pro', prompt: 'A boat', image_urls: [odd, good, good, 'x'] };
      const two = await wire.postImage(body);
      expect([two.status, pathsOf(two.body)]).toEqual([400, ['/image_urls/0', '/image_urls/3']]);
    }
  });

  test('reads no reference of an invalid list', async () => {
    await using wire = await openWire(shell);
    const address = references.image({ width: 640, height: 480, format: 'png' });
    const before = references.asked.length;
    const body = { model: 'sx-5-0-pro', prompt: 'A paper boat', image_urls: Array(11).fill(address) };
    expect((await wire.postImage(body)).status).toBe(400);
    expect(references.asked.length).toBe(before);
  });

  test('reads no reference for an account without funds', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '0' } });
    const address = references.faulty('missing.png');
    const before = references.asked.length;
    const answer = await wire.postImage({
      model: 'sx-5-0-pro',
      prompt: 'A boat',
      n: 2,
      image_urls: [address],
    });
    expect(pathsOf(answer.body)).toEqual(['/n']);
    expect(references.asked.length).toBe(before);
  });
});

function pathsOf(body: unknown): readonly unknown[] {
  return listAt(body, 'error', 'violations').map((violation) => at(violation, 'path'));
}
