import { describe, expect, test } from 'vitest';
import { createRenderings } from '../../src/adapters/renderings/create-renderings.ts';
import { nodeSampleMedia } from '../../src/adapters/renderings/node-sample-media.ts';
import { UnavailableError } from '../../src/gateway/ports/unavailable.ts';
import { openapi } from '../support/expect-declared.ts';
import { type Answer, openWire, textAt } from '../support/open-wire.ts';
import { type Shell, shells } from '../support/shells.ts';

const PAGE = { origin: 'https://page.example', 'accept-encoding': 'gzip' };
const EVERY = ['access-control-allow-origin', 'access-control-expose-headers', 'x-request-id'];
const OF_FILES = ['accept-ranges', 'cache-control', 'etag'];

/** What HTTP adds: lengths, dates, connections and the media type, which `content` declares. */
const OF_HTTP = /^(connection|content-length|content-type|date|keep-alive|transfer-encoding)$/;

const operation = openapi.paths['/files/{task_id}/{file}']?.get;

function declaredHeaders(status: number): readonly string[] {
  const headers: unknown = Reflect.get(Object(operation?.responses[String(status)]), 'headers');
  return Object.keys(Object(headers) as object)
    .map((name) => name.toLowerCase())
    .sort();
}

function examplesOf(status: number): readonly unknown[] {
  const path = ['content', 'application/json', 'examples'];
  const found = path.reduce<unknown>(
    (inner, name) => Reflect.get(Object(inner), name),
    operation?.responses[String(status)],
  );
  return Object.values(Object(found)).map((example) => Reflect.get(Object(example), 'value'));
}

/** A finished image; unless limits are given, those of the policies apply to rendering. */
async function openFile(shell: Shell, limits: { atOnce?: number; mostOfOwner?: number; most?: number } = {}) {
  const renderings = createRenderings({ renderer: nodeSampleMedia, ...limits });
  const wire = await openWire(shell, { ports: { renderings } });
  const id = await wire.submit({ model: 'qx-image-3.0', prompt: 'A paper boat', size: '512x512' });
  await wire.advance(600);
  const link = new URL(textAt(await wire.task(id), 'result', 'images', 0, 'url', 0)).pathname;
  const read = (headers: Readonly<Record<string, string>> = {}, method = 'GET', target = link) =>
    wire.send(method, target, { key: null, headers: { ...PAGE, ...headers } });
  return { wire, read, [Symbol.asyncDispose]: () => wire[Symbol.asyncDispose]() };
}

function sentHeaders({ headers }: Answer): readonly string[] {
  return [...headers.keys()].filter((name) => !OF_HTTP.test(name)).sort();
}

/** The same body whatever the request was called, and however long the file is. */
function unnamed(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body)
      .replaceAll(/req_\w+/g, 'req_')
      .replace(/\d+ bytes/, 'N bytes'),
  );
}

describe.each(shells)(
  'through the $name shell a file has the headers that are declared, and no others',
  (shell) => {
    test('whole, in parts, unchanged, and for HEAD', async () => {
      await using file = await openFile(shell);
      const head = await file.read({}, 'HEAD');
      const whole = await file.read();
      const part = await file.read({ range: 'bytes=0-9' });
      const unchanged = await file.read({ 'if-none-match': whole.headers.get('etag') ?? '' });
      const tooFar = await file.read({ range: 'bytes=99999999-' });
      const all = [...EVERY, ...OF_FILES].sort();
      for (const [answer, status, want] of [
        [head, 200, all],
        [whole, 200, all],
        [part, 206, [...all, 'content-range'].sort()],
        [unchanged, 304, all],
        [tooFar, 416, [...EVERY, 'content-range'].sort()],
      ] as const) {
        expect(answer.status).toBe(status);
        expect([status, sentHeaders(answer)]).toEqual([status, want]);
        expect([status, declaredHeaders(status)]).toEqual([status, want]);
      }
      expect([unnamed(tooFar.body)]).toEqual(examplesOf(416).map(unnamed));
    });

    test('when it does not exist, or no longer', async () => {
      await using file = await openFile(shell);
      const missing = await file.read({}, 'GET', '/files/task_unknown/0.png');
      const missingHead = await file.read({}, 'HEAD', '/files/task_unknown/0.png');
      await file.wire.advance(30 * 86_400);
      const expired = await file.read();
      for (const [answer, status] of [
        [missing, 404],
        [missingHead, 404],
        [expired, 410],
      ] as const) {
        expect(answer.status).toBe(status);
        expect([status, sentHeaders(answer)]).toEqual([status, EVERY]);
        expect([status, declaredHeaders(status)]).toEqual([status, EVERY]);
      }
      expect([missing.body]).toEqual(examplesOf(404));
      expect([expired.body]).toEqual(examplesOf(410));
    });

    test('when too many are queued for rendering', async () => {
      for (const [limits, status] of [
        [{ atOnce: 0, mostOfOwner: 0 }, 429],
        [{ atOnce: 0, most: 0 }, 503],
      ] as const) {
        await using file = await openFile(shell, limits);
        const refused = await file.read();
        const want = [...EVERY, 'retry-after'].sort();
        expect(refused.status).toBe(status);
        expect([status, sentHeaders(refused)]).toEqual([status, want]);
        expect([status, declaredHeaders(status)]).toEqual([status, want]);
        const shown = examplesOf(status)[0];
        const scaled = JSON.stringify(refused.body).replace(
          '0 files',
          status === 429 ? '16 files' : '64 files',
        );
        expect(JSON.parse(scaled)).toEqual(shown);
      }
    });

    test('when the gateway fails', async () => {
      for (const [failure, status] of [
        [new UnavailableError('The database is away.'), 503],
        [new TypeError('a fault'), 500],
      ] as const) {
        await using file = await openFile(shell);
        Object.assign(file.wire.store, { findTask: () => Promise.reject(failure) });
        const failed = await file.read();
        expect([failed.status, unnamed(failed.body)]).toEqual([status, unnamed(examplesOf(status).at(-1))]);
        expect(declaredHeaders(status)).toEqual(expect.arrayContaining([...sentHeaders(failed)]));
        expect(file.wire.faults.splice(0)).toEqual([failure]);
      }
    });
  },
);
