import { describe, expect, test } from 'vitest';
import { nodeDigest } from '../../src/adapters/platform/node-digest.ts';
import { openMemory, openPostgres, openSqlite } from '../support/open-store.ts';
import { at, openWire } from '../support/open-wire.ts';
import { hasPostgres } from '../support/postgres.ts';
import { shells } from '../support/shells.ts';
import { type StoreSeed, USD } from '../support/store-contract/samples.ts';

const boat = '"model":"sx-5-0-pro","prompt":"A paper boat"';
const NUL = String.raw`\u0000`;
const HALVES = [String.raw`\ud800`, String.raw`\udc00`, String.raw`x\uD83D!`, String.raw`\udc00\ud800`];

/** Where an odd text can occur, its name, and how the message refers to it. */
const places: readonly (readonly [string, string, (odd: string) => string])[] = [
  ['/prompt', 'prompt', (odd) => `{"model":"sx-5-0-pro","prompt":"A boat ${odd}"}`],
  ['/model', 'model', (odd) => `{"model":"sx-5-0-pro${odd}","prompt":"A boat"}`],
  ['/extra/a~1b/1', 'extra.a/b[1]', (odd) => `{${boat},"extra":{"a/b":["c","${odd}"]}}`],
  ['/extra', 'the name of a member of extra', (odd) => `{${boat},"extra":{"${odd}":1}}`],
  ['', 'the name of a member of the body', (odd) => `{${boat},"${odd}":1}`],
  ['/image_urls/0', 'image_urls[0]', (odd) => `{${boat},"image_urls":["https://h.example/${odd}"]}`],
];

const seed: StoreSeed = {
  keys: [
    {
      digest: nodeDigest.sha256('sk-alpha'),
      accountId: 'alpha',
      models: undefined,
      group: 'default',
      groupRatio: '1',
    },
  ],
  deposits: { alpha: 1000n * USD },
  idempotencySeconds: 100,
};
const stores = [
  { kind: 'memory', open: openMemory, isHere: true },
  { kind: 'SQLite', open: openSqlite, isHere: true },
  { kind: 'PostgreSQL', open: openPostgres, isHere: hasPostgres },
];
const [, nodeShell] = shells;

describe.each(stores)('over $kind', ({ open, isHere }) => {
  test.skipIf(!isHere)('refuses U+0000 and lone surrogates, anywhere', async () => {
    await using wire = await openWire(nodeShell, { ports: { store: (await open(seed)).store } });
    for (const odd of [NUL, ...HALVES]) {
      for (const [path, name, body] of places) {
        const answer = await wire.postImage(body(odd));
        expect([odd, path, answer.status]).toEqual([odd, path, 400]);
        const message = `${name} must not contain U+0000 or unpaired surrogates`;
        expect(at(answer.body, 'error')).toMatchObject({ reason: 'invalid_parameter', param: path, message });
      }
    }
    expect(await wire.remaining()).toBe(1000);
    expect(wire.faults).toEqual([]);
  });

  test.skipIf(!isHere)('a webhook or a language with them counts as absent', async () => {
    const { store } = await open(seed);
    await using wire = await openWire(nodeShell, { ports: { store } });
    for (const odd of [NUL, ...HALVES]) {
      const members = [
        `"webhook":"https://h.example/${odd}"`,
        `"language":"${odd}"`,
        `"language":{"${odd}":1}`,
      ];
      for (const member of members) {
        const { status, body } = await wire.postImage(`{${boat},${member}}`);
        expect([member, status]).toEqual([member, 200]);
        const task = await store.findUnfinishedTask(String(at(body, 'data', 0, 'task_id')));
        expect(task?.request).toEqual({ model: 'sx-5-0-pro', prompt: 'A paper boat' });
      }
    }
  });

  test.skipIf(!isHere)('refuses them in the path and in the query', async () => {
    await using wire = await openWire(nodeShell, { ports: { store: (await open(seed)).store } });
    for (const [target, param] of [
      ['/v1/tasks/task_%00', 'task_id'],
      ['/v1/tasks/task_1?language=%00', 'language'],
      ['/v1/models/%00/schema', 'model'],
      ['/v1/model-schema?model=a%00', 'model'],
      ['/v1/models?expand=%00', 'expand'],
      ['/api/pricing/model?model=%00', 'model'],
      ['/v1/dashboard/billing/usage?start_date=2026-01-01%00', 'start_date'],
    ] as const) {
      const answer = await wire.get(target);
      expect([target, answer.status, at(answer.body, 'error', 'param')]).toEqual([target, 400, param]);
    }
    expect((await wire.get('/v1/tasks/%ED%A0%80')).status).toBe(404);
    expect((await wire.get('/v1/user/balance?x=%00')).status).toBe(200);
  });

  test.skipIf(!isHere)('keeps every other text as it was sent, from submission to poll', async () => {
    const { store } = await open(seed);
    await using wire = await openWire(nodeShell, { ports: { store } });
    const texts = {
      prompt: 'A 🚢 of paper \u0001\u001f\u007f\u0085\u2028\ufeff\uffff',
      webhook: 'http://127.0.0.1:9/\u0001',
      language: '\u{10ffff}',
      extra: { '\u0001 🚢': '\\u0000 \\ud800' },
    };
    const escaped = JSON.stringify({ model: 'sx-5-0-pro', ...texts }).replaceAll(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const { body, status } = await wire.postImage(escaped);
    expect(status).toBe(200);
    const id = String(at(body, 'data', 0, 'task_id'));
    expect((await store.findUnfinishedTask(id))?.request).toEqual({ model: 'sx-5-0-pro', ...texts });
    await wire.advance(200);
    expect(await wire.task(id)).toMatchObject({ status: 'success', cost: 0.045 });
    expect(await store.findAccount('alpha')).toMatchObject({ held: 0n, used: 45_000_000n });
  });
});

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    ['/v1/videos/generations', String.raw`{"model":"vxq3","prompt":"\u0000"}`, '/prompt'],
    [
      '/v1/chat/completions',
      String.raw`{"model":"qx3.8-max","messages":[{"role":"user","content":[{"type":"text","text":"\ud800"}]}]}`,
      '/messages/0/content/0/text',
    ],
    ['/v1/responses', String.raw`{"model":"qx3.8-max","input":"\u0000"}`, '/input'],
    [
      '/v1/responses',
      String.raw`{"model":"qx3.8-max","input":"Hi","tools":[{"type":"\u0000"}]}`,
      '/tools/0/type',
    ],
  ])('%s refuses %s', async (path, body, param) => {
    await using wire = await openWire(shell);
    const answer = await wire.send('POST', path, { body });
    expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, param]);
  });

  test('odd text in a duplicate member that is overwritten does no harm', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage(`{"prompt":"${NUL}",${boat}}`);
    expect(answer.status).toBe(200);
  });

  test('the location of odd text is shortened when its path is too long', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage(`{${boat},"extra":{"${'n'.repeat(100_000)}":"${NUL}"}}`);
    expect(at(answer.body, 'error', 'param')).toBe('/extra');
    expect(answer.text.length).toBeLessThan(1000);
  });
});

test.each(['\r\nx-injected: 1', '\0'])('a raw %j in a header does not reach the gateway', async (odd) => {
  await using wire = await openWire(nodeShell);
  await expect(wire.postImage(`{${boat}}`, { headers: { 'idempotency-key': `a${odd}` } })).rejects.toThrow(
    'Invalid character in header content',
  );
});
