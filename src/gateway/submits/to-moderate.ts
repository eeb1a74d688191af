import { referenceFields } from '../../contract/media-limits.ts';
import type { ValidRequest } from '../../contract/validate.ts';
import type { ModerationInput } from '../ports/text/moderator.ts';

/**
 * What is moderated of a submission: the prompt and the input images (section 4). A model without a contract of its own may be
 * given them in any of the fields that section 2.2 names.
 */
export function toModerate(
  kind: 'base' | 'known',
  { model, request, self }: Pick<ValidRequest, 'model' | 'request' | 'self'>,
): ModerationInput {
  if (kind === 'base')
    return {
      texts: [request.prompt, request.messages].flatMap(stringsIn),
      imageUrls: [request.image_urls, request.image_with_roles].flatMap(stringsIn).filter(isAddress),
    };
  return {
    texts: stringsIn(request.prompt),
    imageUrls: referenceFields(model, self).flatMap(({ addresses }) => addresses),
  };
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function isAddress(text: string): boolean {
  return /^(?:https?|data):/i.test(text);
}
