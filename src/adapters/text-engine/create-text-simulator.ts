import type { Pacer } from '../../gateway/ports/pacer.ts';
import type { TextEngine, TextJob, TextPiece } from '../../gateway/ports/text/text-engine.ts';
import type { Tokenizer } from '../../gateway/ports/text/tokenizer.ts';
import { type AnswerStep, composeAnswer } from './compose-answer.ts';
import { createStopCutter, type StopCutter } from './cut-at-stop.ts';
import { drawForm } from './draw-form.ts';
import { type AnswerScript, followScript } from './follow-script.ts';
import type { JsonDrawer } from './json/create-json-drawer.ts';

/** Dependencies and speed of a simulated model. */
export interface TextSimulatorOptions {
  readonly pacer: Pacer;
  readonly tokenizer: Pick<Tokenizer, 'count'>;
  /** Before the first chunk. */
  readonly firstPieceMs?: number;
  /** Between two chunks. */
  readonly pieceMs?: number;
  /** For one tool call. */
  readonly toolMs?: number;
  /** Makes answers that fit a JSON Schema; without it there are none. */
  readonly jsonDrawer?: JsonDrawer;
}

/** A simulated model that can follow a script. */
export interface TextSimulator extends TextEngine {
  /** Answers by a script, within the limits of the job, counting its tokens as usual. */
  reply(job: TextJob, script: AnswerScript, signal: AbortSignal | undefined): AsyncIterable<TextPiece>;
}

interface Speech {
  readonly steps: Iterable<AnswerStep>;
  readonly endReason: 'stop' | 'length';
  readonly count: (text: string) => Promise<number>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly pieceMs: number;
  readonly toolMs: number;
}

/** A simulated model that writes about its input: same seed and same input, same answer. It never fails by itself. */
export function createTextSimulator({
  pacer,
  tokenizer,
  firstPieceMs = 300,
  pieceMs = 50,
  toolMs = 800,
  jsonDrawer,
}: TextSimulatorOptions): TextSimulator {
  const count = createWordCounter((text) => tokenizer.count(text));
  const answer = async function* (
    job: TextJob,
    signal: AbortSignal | undefined,
    told: Pick<Speech, 'steps' | 'endReason' | 'pieceMs'>,
  ): AsyncGenerator<TextPiece> {
    const wait = (milliseconds: number) => pacer.pause(milliseconds, signal);
    await wait(firstPieceMs);
    for await (const piece of speak(job, { count, wait, toolMs, ...told })) {
      if (signal?.aborted) return;
      yield piece;
    }
  };
  return {
    async *answer(job, signal) {
      const form = job.format ? await drawForm(job, jsonDrawer, signal) : undefined;
      if (form && form.kind !== 'text') return yield form;
      const steps = composeAnswer(job, form?.text);
      yield* answer(job, signal, { steps, endReason: 'stop', pieceMs });
    },
    reply: (job, script, signal) =>
      answer(job, signal, {
        steps: followScript(job, script),
        endReason: script.endReason,
        pieceMs: script.pieceMs ?? pieceMs,
      }),
  };
}

async function* speak(job: TextJob, speech: Speech): AsyncGenerator<TextPiece> {
  const { steps, endReason, count, wait, pieceMs, toolMs } = speech;
  let left = job.maxOutputTokens;
  const cutter = createStopCutter(job.stop);
  for (const piece of pieces(steps, cutter)) {
    if (piece.kind === 'call') {
      await wait(toolMs);
      yield { kind: 'tool_call', ...piece.call };
      continue;
    }
    const tokens = await count(piece.text);
    if (tokens > left) {
      const beginning = await wordsWithin(piece.text, { most: left, count });
      if (beginning.text !== '') yield { kind: piece.kind, ...beginning };
      yield { kind: 'end', reason: 'length' };
      return;
    }
    left -= tokens;
    yield { ...piece, tokens };
    await wait(pieceMs);
  }
  yield { kind: 'end', reason: cutter.hasStopped() ? 'stop' : endReason };
}

/** As many words of a text as fit the tokens, and the beginning of the next one: an answer that is cut uses its whole limit. */
async function wordsWithin(
  whole: string,
  { most, count }: Pick<Speech, 'count'> & { readonly most: number },
): Promise<{ readonly text: string; readonly tokens: number }> {
  let text = '';
  let tokens = 0;
  for (const word of splitWords(whole)) {
    const more = await count(word);
    if (tokens + more > most) {
      const beginning = await beginningOf(word, { tokens: most - tokens, count });
      return beginning === '' ? { text, tokens } : { text: text + beginning, tokens: most };
    }
    text += word;
    tokens += more;
  }
  return { text, tokens };
}

/** The longest beginning of a word that has exactly so many tokens; empty when there is none, such as half an emoji. */
async function beginningOf(
  word: string,
  { tokens, count }: Pick<Speech, 'count'> & { readonly tokens: number },
): Promise<string> {
  const characters = tokens > 0 ? [...word] : [];
  for (let length = characters.length - 1; length > 0; length -= 1) {
    const beginning = characters.slice(0, length).join('');
    if ((await count(beginning)) === tokens) return beginning;
  }
  return '';
}

/** The steps of an answer, split into chunks of a few words; the answer proper ends before a stop sequence. */
function* pieces(steps: Iterable<AnswerStep>, cutter: StopCutter): Generator<AnswerStep> {
  for (const step of steps) {
    if (step.kind !== 'text') {
      yield* step.kind === 'call' ? [step] : cut(step.text).map((text) => ({ ...step, text }));
      continue;
    }
    for (const few of cut(step.text)) {
      const text = cutter.pass(few);
      if (text !== '') yield { ...step, text };
      if (cutter.hasStopped()) return;
    }
  }
  const rest = cutter.rest();
  if (rest !== '') yield { kind: 'text', text: rest };
}

const WORDS_A_PIECE = 3;
const WORD = /\s*\S{1,40}|\s+$/gu;

function cut(text: string): readonly string[] {
  const all = splitWords(text);
  return Array.from({ length: Math.ceil(all.length / WORDS_A_PIECE) }, (_, index) =>
    all.slice(index * WORDS_A_PIECE, (index + 1) * WORDS_A_PIECE).join(''),
  );
}

/** Words with the preceding white space: tokenizers split there, so that token counts of words add up. */
function splitWords(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

const MAX_WORDS = 10_000;

/** Counts the tokens of a chunk by its words, most of which repeat. */
function createWordCounter(count: (text: string) => Promise<number>): (text: string) => Promise<number> {
  const known = new Map<string, number>();
  return async (text) => {
    let sum = 0;
    for (const word of splitWords(text)) {
      const tokens = known.get(word) ?? (await count(word));
      if (known.size >= MAX_WORDS) known.clear();
      known.set(word, tokens);
      sum += tokens;
    }
    return sum;
  };
}
