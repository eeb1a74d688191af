import type { TextJob, TextSource } from '../../gateway/ports/text/text-engine.ts';
import { type Choice, createChoice } from './create-choice.ts';
import { findTopic } from './find-topic.ts';
import { type PlannedCall, planToolCalls } from './plan-tool-calls.ts';
import { closings, facts, openings, thoughts, toolRemarks } from './sentences.ts';

/** One step of an answer, before it is split into chunks. */
export type AnswerStep =
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly call: PlannedCall }
  | { readonly kind: 'text'; readonly text: string; readonly source?: TextSource };

const LEAST_SENTENCES = 3;
const MAX_WORDS = 100_000;

/**
 * The answer of the simulator: thinking, the tools that the input requests, then the text given in `written`, or prose about the input.
 * Same job, same steps.
 */
export function* composeAnswer(
  { messages, tools, imageCount, seed }: TextJob,
  written?: string,
): Generator<AnswerStep> {
  const glanced = examinedParts(messages);
  const input = lastInput(glanced);
  const topic = findTopic(input);
  const choice = createChoice(seed, JSON.stringify([glanced, tools, imageCount]));
  const say = (sentence: string) => sentence.replaceAll('{topic}', topic);

  const think = choice.deck(thoughts);

  yield { kind: 'reasoning', text: say(think()) };
  if (imageCount > 0)
    yield {
      kind: 'reasoning',
      text: ` There ${imageCount > 1 ? `are ${imageCount} pictures` : 'is a picture'} to look at.`,
    };
  yield { kind: 'reasoning', text: ` ${say(think())}` };
  const calls = planToolCalls(tools, { input, topic });
  for (const call of calls) yield { kind: 'call', call };
  if (written !== undefined) return yield { kind: 'text', text: written };
  yield { kind: 'text', text: say(choice.deck(openings)()) };
  yield* remarks(calls);
  yield* prose(choice, { say, words: wantedWords(input) });
  yield { kind: 'text', text: ` ${say(choice.deck(closings)())}` };
}

/** A JSON object about the question, for an answer that has to be one. */
export function composeObject({ messages, seed }: Pick<TextJob, 'messages' | 'seed'>): string {
  const glanced = examinedParts(messages);
  const topic = findTopic(lastInput(glanced));
  const fact = createChoice(seed, JSON.stringify(glanced)).deck(facts)();
  return JSON.stringify({ topic, answer: fact.replaceAll('{topic}', topic) });
}

/** The parts of a conversation that are examined. */
export function examinedParts(messages: TextJob['messages']): TextJob['messages'] {
  return messages.map(({ role, text }) => ({ role, text: examinedPart(text) }));
}

function lastInput(messages: TextJob['messages']): string {
  return messages.findLast(({ role }) => role === 'user')?.text ?? messages.at(-1)?.text ?? '';
}

const MOST_EXAMINED = 16_384;

/**
 * The part of a text that is examined: for a long one its two ends, where the request is usually stated. Examining
 * all of it would block other requests.
 */
function examinedPart(text: string): string {
  if (text.length <= MOST_EXAMINED) return text;
  const half = MOST_EXAMINED / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`.toWellFormed();
}

function* remarks(calls: readonly PlannedCall[]): Generator<AnswerStep> {
  for (const { tool, query } of calls) {
    yield { kind: 'text', text: ` ${(toolRemarks[tool] ?? '').replaceAll('{query}', query)}` };
    if (tool === 'web_search') {
      const url = `https://search.example.com/${encodeURIComponent(query.toWellFormed())}`;
      yield { kind: 'text', text: ' [1]', source: { url, title: query } };
    }
  }
}

/** Sentences about the topic: as many words as the input asks for ("in 200 words"), or a few sentences. */
function* prose(
  choice: Choice,
  { say, words }: { readonly say: (sentence: string) => string; readonly words: number | undefined },
): Generator<AnswerStep> {
  const sentences = LEAST_SENTENCES + choice.index(LEAST_SENTENCES);
  const fact = choice.deck(facts);
  let made = 0;
  for (let count = 0; words === undefined ? count < sentences : made < words; count += 1) {
    const sentence = say(fact());
    made += sentence.split(' ').length;
    yield { kind: 'text', text: ` ${sentence}` };
  }
}

function wantedWords(input: string): number | undefined {
  const match = /\b(\d{1,6})[ -]words?\b/i.exec(input);
  return match ? Math.min(Number(match[1]), MAX_WORDS) : undefined;
}
