import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listAt, textAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { type OpenMock, openMock } from './open-mock.ts';

/** Submits, lets time pass, and returns the URL of the result. */
async function make(mock: OpenMock, path: string, body: unknown, kind: 'images' | 'videos') {
  const submitted = await mock.ask('POST', path, { body });
  expect(submitted.status, submitted.text).toBe(200);
  await mock.control.setClock({ advance: '10m' });
  const task = await mock.task(textAt(submitted.body, 'data', 0, 'task_id'));
  const [url] = listAt(task, 'result', kind, 0, 'url');
  return String(url);
}

const picture = (mock: OpenMock, seed: number, format: 'png' | 'jpeg') =>
  make(
    mock,
    '/v1/images/generations',
    { model: 'sx-5-0-pro', prompt: 'A lighthouse at dawn', seed, output_format: format },
    'images',
  );

/** A digest of the shortest clip of a reference. */
async function clip(mock: OpenMock, reference: string, seed: number) {
  const body = {
    model: 'vxq3',
    prompt: 'The camera pans',
    image_urls: [reference],
    duration: 3,
    resolution: '540p',
    seed,
  };
  const url = await make(mock, '/v1/videos/generations', body, 'videos');
  const { bytes } = await mock.ask('GET', new URL(url).pathname, { key: null });
  expect(bytes.length).toBeGreaterThan(1000);
  return hash('sha256', bytes);
}

describe.each(shells)('$name shell', (shell) => {
  test('a clip begins at the scene of its first reference, whatever its own seed', async () => {
    const pictures = new Map<string, Uint8Array>();
    const fetcher = {
      fetch: async (address: string) => {
        const bytes = pictures.get(address);
        return bytes
          ? ({ kind: 'fetched', bytes: bytes.slice(), declaredType: undefined } as const)
          : ({ kind: 'unreachable', reason: 'it is not there' } as const);
      },
    };
    await using mock = await openMock(shell, { seed: 1, ports: { fetcher } });
    const references: string[] = [];
    for (const [seed, format] of [
      [11, 'png'],
      [11, 'jpeg'],
      [22, 'png'],
    ] as const) {
      const url = await picture(mock, seed, format);
      const { bytes } = await mock.ask('GET', new URL(url).pathname, { key: null });
      pictures.set(url, bytes);
      references.push(url);
    }
    const [png = '', jpeg = '', other = ''] = references;
    const first = await clip(mock, png, 1);
    expect(await clip(mock, png, 2)).toBe(first);
    expect(await clip(mock, jpeg, 3)).toBe(first);
    expect(await clip(mock, other, 1)).not.toBe(first);
  });
});
