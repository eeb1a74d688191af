import { policies } from '../../../generated/policies.ts';
import type { CatalogueModel } from '../../contract/catalogue.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import type { TokenLimitCheck } from '../../contract/validate.ts';
import type { Tokenizer } from '../ports/text/tokenizer.ts';
import type { RequestContext } from '../request-context.ts';
import { whenReady } from '../when-ready.ts';

/** Counts the tokens of a prompt before its validation, which is synchronous: tokenizers load slowly. */
export function checkPromptTokens(
  { prompt }: CatalogueModel,
  body: RequestBody,
  { ports: { tokenizer } }: RequestContext,
): TokenLimitCheck | Promise<TokenLimitCheck> {
  const text = prompt && body[prompt.field];
  if (!prompt?.max_tokens || typeof text !== 'string') return isWithin;
  const { max_tokens: most } = prompt;
  return whenReady(tokenizer.isWithin(text, most), (fits) =>
    fits ? isWithin : excessOf(text, most, tokenizer),
  );
}

async function excessOf(text: string, most: number, tokenizer: Tokenizer): Promise<TokenLimitCheck> {
  // Enough for one token more than allowed.
  const counted = text.slice(0, (most + 1) * LONGEST_TOKEN);
  const excess = { tokens: await tokenizer.count(counted), isAtLeast: counted.length < text.length };
  return () => excess;
}

export const isWithin: TokenLimitCheck = () => undefined;

const { prompt_characters_per_token: LONGEST_TOKEN } = policies.requests;
