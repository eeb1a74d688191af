import type { TextJob } from '../../gateway/ports/text/text-engine.ts';
import { type AnswerStep, composeAnswer } from './compose-answer.ts';
import type { PlannedCall } from './plan-tool-calls.ts';

/** An answer to give word for word. */
export interface AnswerScript {
  readonly text: string;
  /** Without it the model thinks as usual: thinking cannot be turned off (sections 4.5 and 4.6). */
  readonly reasoning: string | undefined;
  /** Calls of tools that the request declares; others are never made (section 4.6, rule 1). */
  readonly calls: readonly PlannedCall[];
  readonly endReason: 'stop' | 'length';
  /** Delay between two chunks of a few words; undefined for the model's own. */
  readonly pieceMs: number | undefined;
}

/** The steps of a scripted answer: thinking, tools, the text. */
export function* followScript(job: TextJob, { text, reasoning, calls }: AnswerScript): Generator<AnswerStep> {
  if (reasoning === undefined) yield* [...composeAnswer(job)].filter(({ kind }) => kind === 'reasoning');
  else if (reasoning !== '') yield { kind: 'reasoning', text: reasoning };
  for (const call of calls) if (job.tools.includes(call.tool)) yield { kind: 'call', call };
  if (text !== '') yield { kind: 'text', text };
}
