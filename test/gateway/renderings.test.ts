import { describe, expect, test } from 'vitest';
import { createRenderings } from '../../src/adapters/renderings/create-renderings.ts';
import { createHeldRenderer } from '../support/held-renderer.ts';
import { at, openWire } from '../support/open-wire.ts';
import { type Shell, shells } from '../support/shells.ts';

/** Four tasks with three files each, of two keys of one account and of two other accounts; one file is drawn at a time. */
async function openFiles(shell: Shell, bounds: { mostOfOwner: number; most: number }) {
  const renderer = createHeldRenderer();
  const renderings = createRenderings({ renderer, atOnce: 1, ...bounds });
  let asked = 0;
  const outcomes: string[] = [];
  const wire = await openWire(shell, {
    keys: {
      'sk-a': { account: 'alpha' },
      'sk-b': { account: 'alpha' },
      'sk-c': { account: 'beta' },
      'sk-d': { account: 'gamma' },
    },
    deposits: { alpha: '1000', beta: '1000', gamma: '1000' },
    ports: {
      renderings: {
        find: renderings.find,
        async render(...wanted) {
          asked += 1;
          const rendering = await renderings.render(...wanted);
          outcomes.push(rendering.kind);
          return rendering;
        },
      },
    },
  });
  const tasks = { a: '', b: '', c: '', d: '' };
  for (const name of ['a', 'b', 'c', 'd'] as const)
    tasks[name] = await wire.submit(
      { model: 'qx-image-3.0', prompt: 'A paper boat', n: 3 },
      { key: `sk-${name}` },
    );
  await wire.advance(600);
  const read = (task: keyof typeof tasks, index: number, signal?: AbortSignal) =>
    wire.get(`/files/${tasks[task]}/${index}.png`, { key: null, ...(signal ? { signal } : {}) });
  const untilAsked = (count: number) => expect.poll(() => asked).toBe(count);
  const untilCancelled = () => expect.poll(() => outcomes).toContain('cancelled');
  return { wire, renderer, read, untilAsked, untilCancelled };
}

describe.each(shells)('through the $name shell', (shell) => {
  test('a full rendering queue refuses, with Retry-After: 429 for one account, 503 for all', async () => {
    const { wire, renderer, read, untilAsked } = await openFiles(shell, { mostOfOwner: 1, most: 2 });
    await using _open = wire;
    const files = [read('a', 0), read('a', 1)];
    await untilAsked(2);
    const ofAccount = await read('b', 2);
    expect([ofAccount.status, at(ofAccount.body, 'error', 'reason')]).toEqual([429, 'too_many_in_progress']);
    expect(Number(ofAccount.headers.get('retry-after'))).toBeGreaterThan(0);
    files.push(read('c', 2));
    await untilAsked(4);
    const ofAll = await read('d', 2);
    expect([ofAll.status, at(ofAll.body, 'error', 'reason')]).toEqual([503, 'overloaded']);
    expect(Number(ofAll.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const _file of files) await renderer.finish();
    expect((await Promise.all(files)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(renderer.begun).toHaveLength(3);
  });

  test('a file whose client disconnected is not rendered', async () => {
    const { wire, renderer, read, untilAsked, untilCancelled } = await openFiles(shell, {
      mostOfOwner: 2,
      most: 2,
    });
    await using _open = wire;
    const leaving = new AbortController();
    const first = read('a', 0);
    await untilAsked(1);
    const left = read('a', 1, leaving.signal).catch(() => 'left');
    await untilAsked(2);
    leaving.abort();
    await Promise.all([left, untilCancelled()]);
    const last = read('a', 2);
    await untilAsked(3);
    await renderer.finish();
    await renderer.finish();
    expect([(await first).status, (await last).status]).toEqual([200, 200]);
    expect(renderer.begun).toHaveLength(2);
  });
});
