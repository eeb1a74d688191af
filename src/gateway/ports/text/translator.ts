import type { policies } from '../../../../generated/policies.ts';
import type { TaskFailure } from '../media/engine.ts';

/** A language of failure texts. */
export type Language = (typeof policies.callbacks.languages)[number];

/** Translates the text of a failure (section 6). */
export interface Translator {
  /**
   * The text in that language; unchanged when it is already in it or cannot be translated. May reject: callers then
   * use the original.
   */
  translate(failure: TaskFailure, language: Language): Promise<string>;
}
