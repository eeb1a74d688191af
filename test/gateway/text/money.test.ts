import { describe, expect, test } from 'vitest';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { until, within } from '../../support/until.ts';
import { CHAT, fetchShell, openText, startStream } from './open-text.ts';
import { call, say, scriptedEngine, shortScript, stop, untilLeft } from './scripted-engine.ts';

describe.each(shells)('through the $name shell', (shell) => {
  test('charges exactly what the usage reports', async () => {
    await using text = await openText(shell, { ports: { textEngine: scriptedEngine(shortScript) } });
    await text.chat({});
    // 6 input tokens at 1.2 and 25 output tokens at 6 USD a million: 0.0000072 + 0.00015.
    expect(await text.store.findAccount('alpha')).toMatchObject({ used: 157_200n, held: 0n });
    await text.respond({});
    expect(await text.store.findAccount('alpha')).toMatchObject({ used: 314_400n, held: 0n });
  });

  test('402 when the balance does not cover the longest answer, even if it is the only one', async () => {
    const engine = scriptedEngine([say('A', 1), stop]);
    // 6 input tokens and 100 output tokens: 0.0000072 + 0.0006 USD.
    await using text = await openText(shell, {
      deposits: { alpha: '0.0006072', beta: '0.000607199' },
      ports: { textEngine: engine },
    });
    const refused = await text.chat({ max_tokens: 100 }, { key: 'sk-beta' });
    expect(refused.status).toBe(402);
    expect(at(refused.body, 'error')).toMatchObject({
      type: 'payment_required',
      message:
        'The balance of 0.000607199 USD does not cover the hold of 0.0006072 USD for this request: 6 input tokens at 1.2 USD per 1000000 and up to 100 output tokens at 6 USD per 1000000. The balance would cover max_tokens: 99.',
    });
    expect((await text.chat({ max_tokens: 101 })).status).toBe(402);
    expect(engine.jobs).toHaveLength(0);
    expect((await text.chat({ max_tokens: 100 })).status).toBe(200);
    expect(await text.store.findAccount('alpha')).toMatchObject({ used: 13_200n, held: 0n });
  });
});

test("without a limit the hold covers the model's maximum output", async () => {
  // 6 input tokens and 131,072 output tokens: 0.0000072 + 0.786432 USD.
  await using text = await openText(fetchShell, { deposits: { alpha: '0.7864392', beta: '0.786439' } });
  expect((await text.chat({ stream: false })).status).toBe(200);
  expect((await text.chat({ stream: false }, { key: 'sk-beta' })).status).toBe(402);
});

test('charges tool calls per thousand, and only those that were made', async () => {
  const engine = scriptedEngine([
    call('web_search'),
    call('code_interpreter'),
    call('web_search'),
    say('A', 1),
    stop,
  ]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const tools = ['web_search', 'web_extractor', 'code_interpreter', 'image_search'].map((type) => ({ type }));
  const { body } = await text.respond({ tools });
  expect(at(body, 'usage', 'x_tools')).toEqual({ web_search: { count: 2 }, code_interpreter: { count: 1 } });
  // 6 input, 1 output token: 13,200; two searches at 10 and one run at 8 USD a thousand: 0.028.
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 28_013_200n, held: 0n });
});

test('never charges more than is held', async () => {
  const searches = Array.from({ length: 5 }, () => call('web_search'));
  await using text = await openText(fetchShell, {
    ports: { textEngine: scriptedEngine([...searches, stop]) },
  });
  await text.respond({ tools: [{ type: 'web_search' }], max_output_tokens: 1 });
  // 6 input tokens, 1 output token and one search are held: 0.0000072 + 0.000006 + 0.01 USD.
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 10_013_200n, held: 0n });
});

test('applies the group ratio and rounds once, half up', async () => {
  const keys = {
    'sk-alpha': { account: 'alpha', groupRatio: '0.8' },
    'sk-beta': { account: 'beta', groupRatio: '0.00003125' },
  };
  const engine = scriptedEngine([say('A', 8), stop]);
  await using text = await openText(fetchShell, { keys, ports: { textEngine: engine } });
  await text.chat({});
  await text.chat({}, { key: 'sk-beta' });
  // 7,200 + 48,000 = 55,200: times 0.8, and 1.725 rounded.
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 44_160n });
  expect(await text.store.findAccount('beta')).toMatchObject({ used: 2n });
});

test('the charge is settled when the last event arrives', async () => {
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine(shortScript) } });
  const body = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'What is a paper boat?' }] };
  const response = await startStream(text.gateway, CHAT, body);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    if (!next.value.includes('"finish_reason":"stop"')) continue;
    expect(await text.store.findAccount('alpha')).toMatchObject({ used: 157_200n, held: 0n });
  }
});

const endless = () => scriptedEngine([say('A folded', 10), say(' toy', 5), untilLeft]);
const body = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'What is a paper boat?' }] };

test('a client that cancels is charged for what was produced', async () => {
  const engine = endless();
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const response = await startStream(text.gateway, CHAT, body);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  while (!seen.includes(' toy')) seen += (await reader?.read())?.value;
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 0n });
  await reader?.cancel();
  await text.advance(0);
  // 6 input tokens and 15 output tokens.
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 97_200n, held: 0n });
  expect(engine.stopped()).toBe(1);
});

test('a client that drops the connection is charged for what was produced', async () => {
  for (const stream of [true, false]) {
    const isSaid = Promise.withResolvers<void>();
    const pause = (signal: AbortSignal | undefined) => {
      isSaid.resolve();
      return untilLeft(signal);
    };
    const engine = scriptedEngine([say('A folded', 10), say(' toy', 5), pause]);
    await using text = await openText(fetchShell, { ports: { textEngine: engine } });
    const leave = new AbortController();
    const starting = startStream(text.gateway, CHAT, { ...body, stream }, leave.signal);
    const reading = starting.then((response) => response.text()).catch(() => {});
    await within('the model says two pieces', isSaid.promise);
    leave.abort();
    await reading;
    expect(await text.store.findAccount('alpha')).toMatchObject({ used: 97_200n, held: 0n });
    expect(engine.stopped()).toBe(1);
  }
});

test('a client that disconnects before the first chunk pays nothing', async () => {
  const engine = scriptedEngine([untilLeft]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const leave = new AbortController();
  const starting = startStream(text.gateway, CHAT, body, leave.signal);
  await until('the model is asked', () => engine.jobs.length === 1);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 786_439_200n });
  leave.abort();
  await starting;
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 0n, held: 0n });
});

test('a client that has disconnected by the time its money is held pays nothing', async () => {
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine(shortScript) } });
  const bytes = new TextEncoder().encode(JSON.stringify({ ...body, stream: false }));
  await text.gateway.handle({
    method: 'POST',
    target: CHAT,
    origin: 'http://gateway.example',
    header: (name) => (name === 'authorization' ? 'Bearer sk-alpha' : undefined),
    readBody: async () => bytes,
    signal: () => AbortSignal.abort(),
  });
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 0n, held: 0n });
  const entries = await text.store.listLedger('alpha', 2);
  expect(entries.map(({ kind }) => kind)).toEqual(['release', 'hold']);
});

test('writes one hold and one settlement to the ledger', async () => {
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine(shortScript) } });
  await text.chat({ max_tokens: 100 });
  const entries = await text.store.listLedger('alpha', 10);
  expect(entries.map(({ kind, reference, used }) => [kind, reference, used])).toEqual([
    ['settle', 'chatcmpl_000001', 157_200n],
    ['hold', 'chatcmpl_000001', 0n],
    ['deposit', expect.any(String), 0n],
  ]);
});
