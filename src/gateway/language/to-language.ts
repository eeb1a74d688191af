import { policies } from '../../../generated/policies.ts';
import type { Language } from '../ports/text/translator.ts';

const languages: ReadonlyMap<string, Language> = new Map(
  policies.callbacks.languages.map((language) => [language, language] as const),
);

/**
 * The language that a request names (section 6): case and surrounding spaces do not matter; anything but a supported
 * two-letter code, region tags included, is none.
 */
export function toLanguage(value: unknown): Language | undefined {
  return typeof value === 'string' ? languages.get(value.trim().toLowerCase()) : undefined;
}
