import type { AddedModels } from '../../src/contract/added-models.ts';
import { formatUsd } from '../../src/contract/money.ts';
import type { TextUsage } from '../../src/gateway/text/text-usage.ts';
import type { TokenForm, Values } from './calculator-request.ts';

/** What the contract says about a request: its price and what it makes, or why it would be refused. */
export type Verdict =
  | { readonly kind: 'valid'; readonly priceUsd: string; readonly details: readonly string[] }
  | { readonly kind: 'invalid'; readonly messages: readonly string[] };

/** Gives the models of a user; undefined on a site without any. */
export type LoadModels = () => Promise<AddedModels | undefined>;

/** Judges a request for images or a clip by the code of the gateway, which is loaded when it is first needed. */
export async function judgeRequest(
  request: Readonly<Record<string, unknown>>,
  loadModels: LoadModels,
): Promise<Verdict> {
  const [{ plan }, { InvalidRequestError }, models] = await Promise.all([
    import('../../src/contract/requests/plan.ts'),
    import('../../src/contract/requests/invalid-request-error.ts'),
    loadModels(),
  ]);
  try {
    const options = models === undefined ? {} : { models };
    const { size, count, seconds, priceUsd, holdUsd } = plan(
      { ...request, model: String(request.model) },
      options,
    );
    const made =
      seconds === undefined ? `${count} ${count === 1 ? 'image' : 'images'}` : `a clip of ${seconds} seconds`;
    const details = [`${made}, ${size.width} × ${size.height} pixels`, `held at submission: $${holdUsd}`];
    return { kind: 'valid', priceUsd, details };
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return { kind: 'invalid', messages: error.violations.map(({ message }) => message) };
  }
}

/** Prices an answer by the code of the gateway. */
export async function judgeTokens({ prices }: TokenForm, values: Values): Promise<Verdict> {
  const { priceOfText } = await import('../../src/gateway/text/price-text.ts');
  const count = (name: string) => Math.max(0, Math.floor(Number(values[name] ?? 0)) || 0);
  const isExplicit = count('explicit_cached_input') > 0;
  const cached = isExplicit ? count('explicit_cached_input') : count('cached_input');
  const created = count('cache_creation');
  const usage: TextUsage = {
    inputTokens: count('input') + cached + created,
    cache: { isExplicit, cached, created },
    outputTokens: count('output'),
    reasoningTokens: 0,
    toolCalls: Object.fromEntries(Object.keys(prices.tools?.rates ?? {}).map((name) => [name, count(name)])),
  };
  const details = [
    `${usage.inputTokens.toLocaleString('en-US')} tokens in, ${usage.outputTokens.toLocaleString('en-US')} out`,
  ];
  return { kind: 'valid', priceUsd: formatUsd(priceOfText(prices, usage, '1')), details };
}
