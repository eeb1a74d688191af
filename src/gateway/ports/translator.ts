import type { policies } from '../../../generated/policies.ts';
import type { TaskFailure } from './engine.ts';

/** A language that failure texts come in. */
export type Language = (typeof policies.callbacks.languages)[number];

/** Puts the text of a failure into a language (section 6). */
export interface Translator {
  /** The text in that language; the text as it is when it is in it already or cannot be translated. May reject: callers keep the original. */
  translate(failure: TaskFailure, language: Language): Promise<string>;
}
