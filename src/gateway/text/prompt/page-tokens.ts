import { policies } from '../../../../generated/policies.ts';
import type { Text } from '../../../../generated/vocabulary.ts';
import type { DocumentPage } from '../../ports/media/document-reader.ts';

/** Between the aspect ratios of letter (11 : 8.5) and A4 (the root of 2), at their geometric mean. */
const LETTER_TO_A4_RATIO = Math.sqrt((11 / 8.5) * Math.SQRT2);

/** Input tokens of the pages of a PDF: each counts as letter or A4, whichever is nearer (section 4.5, rule 6). */
export function countPageTokens(pages: readonly DocumentPage[], { pdf_page_tokens: rule }: Text): number {
  if (!rule) return pages.length * policies.text.image_tokens;
  return pages.reduce((sum, page) => sum + (isA4(page) ? rule.a4 : rule.letter), 0);
}

/** The most pages that fit the input of a model. */
export function maxPages({ pdf_page_tokens: rule, input_tokens }: Text): number {
  const least = rule ? Math.min(rule.letter, rule.a4) : policies.text.image_tokens;
  return Math.floor(input_tokens.max / least);
}

function isA4({ width, height }: DocumentPage): boolean {
  return Math.max(width, height) / Math.min(width, height) > LETTER_TO_A4_RATIO;
}
