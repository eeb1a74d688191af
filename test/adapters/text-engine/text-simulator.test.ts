import { expect, test } from 'vitest';
import { createClockPacer } from '../../../src/adapters/clock/create-pacer.ts';
import { gptTokenizer } from '../../../src/adapters/platform/gpt-tokenizer.ts';
import { createTextSimulator } from '../../../src/adapters/text-engine/create-text-simulator.ts';
import { findModel } from '../../../src/contract/catalogue.ts';
import type { TextJob, TextPiece } from '../../../src/gateway/ports/text/text-engine.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const model = findModel('qx3.8-max');
if (!model) throw new Error('The contract has no text model');
const clock = createManualClock();
const options = { clock, pacer: createClockPacer(clock), tokenizer: gptTokenizer };
const quick = createTextSimulator({ ...options, firstPieceMs: 0, pieceMs: 0, toolMs: 0 });
const job = (input: string, more: Partial<TextJob> = {}): TextJob => ({
  model,
  messages: [{ role: 'user', text: input }],
  imageCount: 0,
  inputTokens: 10,
  maxOutputTokens: 10_000,
  tools: [],
  owner: 'alpha',
  stop: [],
  seed: 1,
  ...more,
});

async function answer(of: TextJob): Promise<readonly TextPiece[]> {
  const pieces: TextPiece[] = [];
  for await (const piece of quick.answer(of, undefined)) pieces.push(piece);
  return pieces;
}
const textOf = (pieces: readonly TextPiece[], kind: 'text' | 'reasoning' = 'text') =>
  pieces.flatMap((piece) => (piece.kind === kind ? [piece.text] : [])).join('');
const toolsOf = (pieces: readonly TextPiece[]) =>
  pieces.flatMap((piece) => (piece.kind === 'tool_call' ? [[piece.tool, piece.query]] : []));

test('thinks, answers and ends', async () => {
  const pieces = await answer(job('What is a paper boat?'));
  const kinds = pieces.map(({ kind }) => kind);
  expect(kinds.lastIndexOf('reasoning')).toBeLessThan(kinds.indexOf('text'));
  expect(pieces.at(-1)).toEqual({ kind: 'end', reason: 'stop' });
  expect(textOf(pieces)).toContain('a paper boat');
  expect(textOf(pieces, 'reasoning')).toContain('a paper boat');
});

test('gives the same answer for the same seed and input, and a different one otherwise', async () => {
  const [first, again] = [await answer(job('Boats?')), await answer(job('Boats?'))];
  expect(again).toEqual(first);
  expect(await answer(job('Boats?', { seed: 2 }))).not.toEqual(first);
  const more = { messages: [{ role: 'system', text: 'Be brief.' }, ...job('Boats?').messages] };
  expect(textOf(await answer(job('Boats?', more)))).not.toBe(textOf(first));
});

test.each([
  'What is a paper boat?',
  'Größe und Gewicht von Schiffen',
  '紙の船とは何ですか',
  '',
  '🚢'.repeat(50),
  ' \n\t ',
  'x'.repeat(5000),
])('its chunks have as many tokens as the whole: %s', async (input) => {
  const pieces = await answer(job(input));
  const whole = textOf(pieces);
  const counted = pieces.reduce((sum, piece) => sum + (piece.kind === 'text' ? piece.tokens : 0), 0);
  const exact = await gptTokenizer.count(whole);
  expect(Math.abs(counted - exact)).toBeLessThanOrEqual(Math.ceil(exact / 20));
  expect(whole.isWellFormed()).toBe(true);
});

test('an answer that is cut uses its whole limit, whatever its words', async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const pieces = await answer(
      job('Tell me all about paper boats, at length.', { maxOutputTokens: 40, seed }),
    );
    const said = pieces.flatMap((piece) => ('tokens' in piece ? [piece] : []));
    const told = said.reduce((sum, { tokens }) => sum + tokens, 0);
    expect([seed, pieces.at(-1), told]).toEqual([seed, { kind: 'end', reason: 'length' }, 40]);
  }
});

test.each([1, 2, 5, 50])('never says more than %i tokens', async (maxOutputTokens) => {
  const pieces = await answer(job('What is a paper boat?', { maxOutputTokens }));
  const counted = pieces.reduce((sum, piece) => sum + ('tokens' in piece ? piece.tokens : 0), 0);
  expect(counted).toBeLessThanOrEqual(maxOutputTokens);
  expect(pieces.at(-1)).toEqual({ kind: 'end', reason: 'length' });
});

test('does not cut an answer that fits its limit exactly', async () => {
  const whole = await answer(job('What is a paper boat?'));
  const tokens = whole.reduce((sum, piece) => sum + ('tokens' in piece ? piece.tokens : 0), 0);
  expect(whole.at(-1)).toEqual({ kind: 'end', reason: 'stop' });
  expect(await answer(job('What is a paper boat?', { maxOutputTokens: tokens }))).toEqual(whole);
  const cut = await answer(job('What is a paper boat?', { maxOutputTokens: tokens - 1 }));
  expect(cut.at(-1)).toEqual({ kind: 'end', reason: 'length' });
});

test('an answer that is cut uses its limit as far as whole words allow', async () => {
  for (const maxOutputTokens of [1, 2, 3, 4]) {
    const pieces = await answer(job('What is a paper boat?', { maxOutputTokens }));
    const whole = textOf(await answer(job('What is a paper boat?')), 'reasoning');
    const counted = pieces.reduce((sum, piece) => sum + ('tokens' in piece ? piece.tokens : 0), 0);
    expect([maxOutputTokens, counted]).toEqual([maxOutputTokens, maxOutputTokens]);
    expect(whole.startsWith(textOf(pieces, 'reasoning'))).toBe(true);
  }
});

test('writes as many words as requested', async () => {
  const words = textOf(await answer(job('Describe boats in 500 words.'))).split(' ').length;
  expect(words).toBeGreaterThan(500);
  expect(words).toBeLessThan(560);
});

const all = ['web_search', 'web_extractor', 'code_interpreter', 'web_search_image', 'image_search'];

test.each<[string, readonly (readonly [string, string])[]]>([
  ['What is a paper boat?', []],
  ['Search the web for paper boats.', [['web_search', 'paper boats']]],
  ['Read https://boats.example/a?b=1.', [['web_extractor', 'https://boats.example/a?b=1']]],
  ['Please calculate 2 + 2.', [['code_interpreter', 'calculate 2 + 2']]],
  ['Run this code', [['code_interpreter', 'Run this code']]],
  ['Show me a picture of a boat', [['web_search_image', 'Show me a picture of a boat']]],
  ['Find similar ones', [['image_search', 'Find similar ones']]],
  ['Search by image', [['image_search', 'Search by image']]],
])('for "%s" it makes the expected tool calls', async (input, calls) => {
  expect(toolsOf(await answer(job(input, { tools: all })))).toEqual(calls);
  expect(toolsOf(await answer(job(input)))).toEqual([]);
});

test('cites the sources that a search found', async () => {
  const pieces = await answer(job('Search the web for paper boats.', { tools: ['web_search'] }));
  expect(pieces.find((piece) => piece.kind === 'text' && piece.source)).toMatchObject({
    text: ' [1]',
    source: { url: 'https://search.example.com/paper%20boats', title: 'paper boats' },
  });
});

test('pauses that end late shorten the next ones, by no more than their length', async () => {
  const own = createManualClock();
  const asked: number[] = [];
  const lateBy = [20, 500, 0, 0];
  const pacer = {
    pause: async (milliseconds: number) => {
      asked.push(milliseconds);
      own.advance(milliseconds + (lateBy[asked.length - 1] ?? 0));
    },
  };
  const late = createTextSimulator({ clock: own, pacer, tokenizer: gptTokenizer });
  for await (const _ of late.answer(job('Boats?'), undefined));
  expect(asked.slice(0, 5)).toEqual([300, 30, 0, 50, 50]);
});

test('calls no tool and says nothing more once its reader has left, in whichever pause', async () => {
  const asked = job('Search the web for paper boats.', { tools: ['web_search'] });
  for (let left = 0, hasEnded = false; !hasEnded; left += 1) {
    const leaving = new AbortController();
    const heard: (string | undefined)[] = [];
    let pauses = 0;
    const pacer = {
      async pause() {
        if (pauses === left) leaving.abort();
        pauses += 1;
      },
    };
    const simulator = createTextSimulator({ ...options, pacer });
    for await (const { kind } of simulator.answer(asked, leaving.signal)) {
      if (leaving.signal.aborted) heard.push(kind);
    }
    expect([left, heard]).toEqual([left, []]);
    hasEnded = !leaving.signal.aborted;
  }
});

test('writes at its pace, and stops when aborted', async () => {
  const own = createManualClock();
  const paced = createTextSimulator({ clock: own, pacer: createClockPacer(own), tokenizer: gptTokenizer });
  const leaving = new AbortController();
  const pieces = paced.answer(job('Boats?'), leaving.signal)[Symbol.asyncIterator]();
  let isSaid = false;
  const first = pieces.next().then((next) => {
    isSaid = true;
    return next;
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  own.advance(299);
  await turn();
  expect(isSaid).toBe(false);
  own.advance(1);
  expect((await first).value).toMatchObject({ kind: 'reasoning' });
  const second = pieces.next();
  leaving.abort();
  expect((await second).done).toBe(true);
});
