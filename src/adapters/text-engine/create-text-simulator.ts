import { policies } from '../../../generated/policies.ts';
import type { Clock } from '../../gateway/ports/clock.ts';
import type { Pacer } from '../../gateway/ports/pacer.ts';
import type { TextEngine, TextJob, TextPiece } from '../../gateway/ports/text/text-engine.ts';
import type { Tokenizer } from '../../gateway/ports/text/tokenizer.ts';
import { type AnswerStep, composeAnswer } from './compose-answer.ts';
import { createStopCutter, type StopCutter } from './cut-at-stop.ts';
import { drawForm, tryForm } from './draw-form.ts';
import { type AnswerScript, followScript } from './follow-script.ts';
import type { JsonDrawer } from './json/create-json-drawer.ts';

/** Dependencies and speed of a simulated model. */
export interface TextSimulatorOptions {
  readonly clock: Clock;
  readonly pacer: Pick<Pacer, 'pause'>;
  readonly tokenizer: Pick<Tokenizer, 'count'>;
  /** Before the first chunk. */
  readonly firstPieceMs?: number;
  /** Between two chunks. */
  readonly pieceMs?: number;
  /** For one tool call. */
  readonly toolMs?: number;
  /** Generates answers that fit a JSON Schema; without it such requests are refused. */
  readonly jsonDrawer?: JsonDrawer;
}

/** A simulated model that can follow a script. */
export interface TextSimulator extends Required<TextEngine> {
  /** Answers by a script, within the limits of the job, counting its tokens as usual. */
  reply(job: TextJob, script: AnswerScript, signal: AbortSignal | undefined): AsyncIterable<TextPiece>;
}

interface TextPlan {
  readonly steps: Iterable<AnswerStep>;
  readonly endReason: 'stop' | 'length';
  readonly pieceMs: number;
}

const { simulated_pace: pace } = policies.text;

/** A simulated model that writes about its input: same seed and same input, same answer. It never fails by itself. */
export function createTextSimulator({
  clock,
  pacer,
  tokenizer,
  firstPieceMs = pace.first_milliseconds,
  pieceMs = pace.piece_milliseconds,
  toolMs = pace.tool_milliseconds,
  jsonDrawer,
}: TextSimulatorOptions): TextSimulator {
  const counter = createChunkCounter((text) => tokenizer.count(text));
  const write = (job: TextJob, plan: TextPlan, signal: AbortSignal | undefined) =>
    writeAnswer(job, { counter, clock, pacer, firstPieceMs, toolMs, ...plan }, signal);
  const planOf = (job: TextJob, written?: string): TextPlan => ({
    steps: composeAnswer(job, written),
    endReason: 'stop',
    pieceMs,
  });
  const writeInFormat = async function* (
    job: TextJob,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TextPiece> {
    const form = await drawForm(job, jsonDrawer, signal);
    if (form.kind === 'text') yield* write(job, planOf(job, form.text), signal);
    else yield form;
  };
  return {
    answer: (job, signal) => (job.format ? writeInFormat(job, signal) : write(job, planOf(job), signal)),
    tryFormat: (format, trial) => tryForm(format, jsonDrawer, trial),
    reply: (job, script, signal) => {
      const { endReason, pieceMs: scripted = pieceMs } = script;
      return write(job, { steps: followScript(job, script), endReason, pieceMs: scripted }, signal);
    },
  };
}

interface WriterOptions extends TextPlan {
  readonly counter: ChunkCounter;
  readonly clock: Clock;
  readonly pacer: Pick<Pacer, 'pause'>;
  readonly firstPieceMs: number;
  readonly toolMs: number;
}

async function* writeAnswer(
  job: TextJob,
  { steps, endReason, counter, clock, pacer, firstPieceMs, pieceMs, toolMs }: WriterOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<TextPiece> {
  let left = job.maxOutputTokens;
  const cutter = createStopCutter(job.stop);
  // Every pause ends a little late; the next is shortened by the delay, so that a long answer takes the intended
  // time.
  let dueAt = clock.now();
  const rest = (milliseconds: number) => {
    const now = clock.now();
    const late = Math.min(Math.max(now - dueAt, 0), milliseconds);
    dueAt = now + milliseconds - late;
    return pacer.pause(milliseconds - late, signal);
  };
  await rest(firstPieceMs);
  for (const piece of pieces(steps, cutter)) {
    if (signal?.aborted) return;
    if (piece.kind === 'call') {
      await rest(toolMs);
      if (signal?.aborted) return;
      yield { kind: 'tool_call', ...piece.call };
      continue;
    }
    const tokens = counter.known(piece.text) ?? (await counter.count(piece.text));
    if (tokens > left) {
      const beginning = await wordsWithin(piece.text, { most: left, counter });
      if (beginning.text !== '') yield { kind: piece.kind, ...beginning };
      yield { kind: 'end', reason: 'length' };
      return;
    }
    left -= tokens;
    yield { ...piece, tokens };
    const pause = rest(pieceMs);
    if (pause) await pause;
  }
  if (!signal?.aborted) yield { kind: 'end', reason: cutter.hasStopped() ? 'stop' : endReason };
}

/** As many words of a text as fit the tokens, and the beginning of the next one: a truncated answer uses its whole limit. */
async function wordsWithin(
  whole: string,
  { most, counter }: Pick<WriterOptions, 'counter'> & { readonly most: number },
): Promise<{ readonly text: string; readonly tokens: number }> {
  let text = '';
  let tokens = 0;
  for (const word of splitWords(whole)) {
    const more = counter.known(word) ?? (await counter.count(word));
    if (tokens + more > most) {
      const beginning = await beginningOf(word, { tokens: most - tokens, counter });
      return beginning === '' ? { text, tokens } : { text: text + beginning, tokens: most };
    }
    text += word;
    tokens += more;
  }
  return { text, tokens };
}

/** The longest prefix of a word with exactly this many tokens; empty when there is none, as within an emoji. */
async function beginningOf(
  word: string,
  { tokens, counter }: Pick<WriterOptions, 'counter'> & { readonly tokens: number },
): Promise<string> {
  const characters = tokens > 0 ? [...word] : [];
  for (let length = characters.length - 1; length > 0; length -= 1) {
    const beginning = characters.slice(0, length).join('');
    const count = counter.known(beginning) ?? (await counter.count(beginning));
    if (count === tokens) return beginning;
  }
  return '';
}

/** The steps of an answer, split into chunks of a few words; the answer proper ends before a stop sequence. */
function* pieces(steps: Iterable<AnswerStep>, cutter: StopCutter): Generator<AnswerStep> {
  for (const step of steps) {
    if (step.kind !== 'text') {
      if (step.kind === 'call') yield step;
      else for (const text of cut(step.text)) yield { kind: 'reasoning', text };
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

const WORD = /\s*\S{1,40}|\s+$/gu;
const THREE_WORDS = /(?:\s*\S{1,40}|\s+$){1,3}/gu;

/** Chunks of short texts are kept, as most sentences repeat; beyond this number they are cut anew. */
const MAX_CUTS = 10_000;
const LONGEST_CUT = 300;
const cuts = new Map<string, readonly string[]>();

function cut(text: string): readonly string[] {
  const known = cuts.get(text);
  if (known) return known;
  const chunks = text.match(THREE_WORDS) ?? [];
  if (text.length > LONGEST_CUT) return chunks;
  if (cuts.size >= MAX_CUTS) cuts.clear();
  cuts.set(text, chunks);
  return chunks;
}

/** Words with the preceding white space: tokenizers split there, so that token counts of words add up. */
function splitWords(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Maximum chunks in the cache of token counts; beyond it the cache is cleared. */
const MAX_CHUNKS = 10_000;

/** Counts the tokens of chunks by their words; most chunks repeat. */
interface ChunkCounter {
  /** The tokens of a recently counted chunk. */
  known(text: string): number | undefined;
  count(text: string): Promise<number>;
}

function createChunkCounter(count: (word: string) => Promise<number>): ChunkCounter {
  const known = new Map<string, number>();
  return {
    known: (text) => known.get(text),
    async count(text) {
      let sum = 0;
      for (const word of splitWords(text)) sum += known.get(word) ?? (await count(word));
      if (known.size >= MAX_CHUNKS) known.clear();
      known.set(text, sum);
      return sum;
    },
  };
}
