import type { CatalogueModel } from '../../../generated/catalogue.ts';
import type { Text, TokenPrices } from '../../../generated/vocabulary.ts';

/** What a text model can do and what its tokens cost. */
export interface TextTerms {
  readonly text: Text;
  readonly prices: TokenPrices;
}

/** The limits and prices of a text model; throws for any other model. */
export function termsOf({ identity, text, prices }: CatalogueModel): TextTerms {
  if (!text || prices.unit !== 'token') throw new TypeError(`${identity.id} is not a text model`);
  return { text, prices };
}
