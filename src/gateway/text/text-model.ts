import type { CatalogueModel } from '../../../generated/catalogue.ts';
import { policies } from '../../../generated/policies.ts';
import type { Text, TokenPrices } from '../../../generated/vocabulary.ts';
import { unknownIdentity } from '../../contract/base-model.ts';

/** What a text model can do and what its tokens cost. */
export interface TextTerms {
  readonly text: Text;
  readonly prices: TokenPrices;
}

/** The limits and prices of a text model; throws for a model that makes something else. */
export function termsOf({ identity, text, prices }: CatalogueModel): TextTerms {
  if (!text || prices.unit !== 'token') throw new TypeError(`${identity.id} is not a text model`);
  return { text, prices };
}

/** A text model without a contract of its own: callable, at reference prices, without caches and tools (section 2.1). */
export function baseTextModel(name: string): CatalogueModel {
  const { per, input, output, max_input_tokens, max_output_tokens } = policies.base_contract.chat_completion;
  return {
    title: name,
    description: '',
    identity: unknownIdentity(name, 'chat_completion'),
    prices: { unit: 'token', per, tokens: { input, cached_input: input, output } },
    text: { input_tokens: { max: max_input_tokens }, output_tokens: { max: max_output_tokens } },
    forbidden: {},
    rules: [],
    defaults: {},
    fields: {},
  };
}
