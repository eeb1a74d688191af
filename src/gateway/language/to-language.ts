import { policies } from '../../../generated/policies.ts';
import type { Language } from '../ports/text/translator.ts';

/**
 * The language that a request names (section 6): case and surrounding spaces do not matter; anything but a supported
 * two-letter code, region tags included, is none.
 */
export function toLanguage(value: unknown): Language | undefined {
  const code = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return policies.callbacks.languages.find((language) => language === code);
}
