import { afterAll, describe, expect, test } from 'vitest';
import { at, openWire, textAt, type Wire } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';

const references = await startReferenceServer();
afterAll(() => references[Symbol.asyncDispose]());

const startAt = Date.UTC(2026, 10, 20);
const hour = 3600;

/** Path of the first result link of a finished task, and when it expires. */
async function linkOf(wire: Wire, id: string): Promise<{ path: string; expiresAt: unknown }> {
  const record = await wire.task(id);
  const item = at(record, 'result', 'images', 0) ?? at(record, 'result', 'videos', 0);
  const url = textAt(item, 'url', 0);
  expect(url.startsWith(`${wire.origin}/files/`)).toBe(true);
  return { path: url.slice(wire.origin.length), expiresAt: at(item, 'expires_at') };
}

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    ['sx-5-0-lite', { size: '21:9' }, 10, 72 * hour],
    ['sx-5-0-pro', {}, 90, 30 * 24 * hour],
    ['qx-image-3.0', {}, 8, 30 * 24 * hour],
    ['vxq3', { duration: 3, resolution: '540p' }, 20, 30 * 24 * hour],
  ])('links of %s live exactly as long as stated', async (model, fields, seconds, life) => {
    await using wire = await openWire(shell, { startAt });
    const image_urls = [references.image({ width: 640, height: 480, format: 'png' })];
    const id = await wire.submit({ model, prompt: 'A paper boat', image_urls, ...fields });
    await wire.advance(seconds);
    const { path, expiresAt } = await linkOf(wire, id);
    expect(expiresAt).toBe(startAt / 1000 + seconds + life);
    await wire.advance(life - 1);
    expect((await wire.get(path, { key: null })).status).toBe(200);
    await wire.advance(1);
    const gone = await wire.get(path, { key: null });
    expect(gone.status).toBe(410);
    expect(at(gone.body, 'error', 'type')).toBe('invalid_request_error');
    expect((await linkOf(wire, id)).path).toBe(path);
  });

  test.each([
    [5, 5 * 24 * hour],
    [60, 30 * 24 * hour],
  ])('where finished tasks are kept for %i days, links live %i seconds', async (days, life) => {
    await using wire = await openWire(shell, { startAt, keepSeconds: days * 24 * hour });
    const id = await wire.submit({ model: 'qx-image-3.0', prompt: 'A paper boat' });
    await wire.advance(8);
    const { path, expiresAt } = await linkOf(wire, id);
    expect(expiresAt).toBe(startAt / 1000 + 8 + life);
    await wire.advance(life);
    expect((await wire.get(path, { key: null })).status).toBe(410);
  });

  test('a link opens in a browser: no key, the right media type, until it expires', async () => {
    await using wire = await openWire(shell, { startAt });
    const id = await wire.submit({ model: 'qx-image-3.0', prompt: 'A paper boat' });
    await wire.advance(8);
    const { path } = await linkOf(wire, id);
    const answer = await wire.get(path, { key: null });
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toContain(`max-age=${30 * 24 * hour}`);
    expect([...answer.bytes.slice(1, 4)]).toEqual([...'PNG'].map((letter) => letter.charCodeAt(0)));
    expect((await wire.get(path, { key: null })).bytes).toEqual(answer.bytes);
  });

  test('HEAD returns the headers of a file without the file', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit({ model: 'qx-image-3.0', prompt: 'A paper boat' });
    await wire.advance(8);
    const { path } = await linkOf(wire, id);
    const get = await wire.get(path);
    const head = await wire.send('HEAD', path);
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    if (shell.name === 'Node') expect(head.headers.get('content-length')).toBe(String(get.bytes.length));
  });

  test('there is no file before success, nor at an index beyond the record', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit({ model: 'qx-image-3.0', prompt: 'A paper boat' });
    expect((await wire.get(`/files/${id}/0.png`)).status).toBe(404);
    await wire.advance(8);
    expect((await wire.get(`/files/${id}/0.png`)).status).toBe(200);
    const wrong = ['1.png', '00.png', '0.jpeg', '0.mp4', '0.gif', '-1.png', '0', '', '0.png/', '../0.png'];
    for (const name of wrong) {
      const answer = await wire.get(`/files/${id}/${name}`);
      expect([name, answer.status]).toEqual([name, 404]);
      expect(at(answer.body, 'error', 'type')).toBe('invalid_request_error');
    }
  });

  test.each([
    '/files/',
    '/files/task_999/0.png',
    '/files/__proto__/0.png',
    '/files/%2e%2e/0.png',
    '/files/samples/0x1.png',
    '/files/samples/99999x99999.png',
    '/files/samples/4097x1.png',
    '/files/samples/1x1.gif',
    '/files/%',
    `/files/${'x'.repeat(5000)}`,
  ])('answers %s with 404', async (path) => {
    await using wire = await openWire(shell);
    expect((await wire.get(path)).status).toBe(404);
  });

  test('allows only GET and HEAD of a file', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.send('DELETE', '/files/task_999/0.png');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});
