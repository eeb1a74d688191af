import type { components } from '../../../generated/openapi-types.ts';
import { policies } from '../../../generated/policies.ts';
import type { Language, Translator } from '../ports/text/translator.ts';
import { detectLanguage } from './detect-language.ts';

type TaskRecord = components['schemas']['TaskRecord'];

/** The language of failure texts when it cannot be detected. */
const WRITTEN_IN: Language = 'en';

/**
 * Translates the failure text of a task record into the language that `value` names (section 6); nothing else
 * changes. Returns the same record when there is no such text or language, when it is already in it, or when translating fails.
 */
export async function withLanguage(
  record: TaskRecord,
  value: unknown,
  translator: Translator,
): Promise<TaskRecord> {
  const { error } = record;
  const language = toLanguage(value);
  if (language === undefined || typeof error !== 'object') return record;
  const { code = '', message, type = '', param } = error;
  if ((detectLanguage(message) ?? WRITTEN_IN) === language) return record;
  try {
    const failure = { code, message, type, ...(param === undefined ? {} : { param }) };
    const text = await translator.translate(failure, language);
    return text === message ? record : { ...record, error: { ...error, message: text } };
  } catch {
    return record; // delivery and polling use the original text
  }
}

/**
 * The language that a request names (section 6): case and surrounding spaces do not matter; anything but a supported
 * two-letter code, region tags included, is none.
 */
export function toLanguage(value: unknown): Language | undefined {
  const code = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return policies.callbacks.languages.find((language) => language === code);
}
