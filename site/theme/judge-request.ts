import type { AddedModels } from '../../src/contract/added-models.ts';
import { formatUsd } from '../../src/contract/money.ts';
import type { TextUsage } from '../../src/gateway/text/text-usage.ts';
import type { TokenForm, Values } from './calculator-request.ts';

/** What the contract says about a request: its price and what it makes, or why it would be refused. */
export type Verdict =
  | {
      readonly kind: 'valid';
      readonly priceUsd: string;
      readonly isAtMost: boolean;
      readonly details: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly messages: readonly string[] };

/** Gives the models of a user; undefined on a site without any. */
export type LoadModels = () => Promise<AddedModels | undefined>;

/** Judges a request for images or a clip by the code of the gateway, which is loaded when it is first needed. */
export async function judgeRequest(
  request: Readonly<Record<string, unknown>>,
  loadModels: LoadModels,
): Promise<Verdict> {
  const [{ plan }, { expectValid }, { planOutput }, { InvalidRequestError }, models] = await Promise.all([
    import('../../src/contract/requests/plan.ts'),
    import('../../src/contract/requests/expect-valid.ts'),
    import('../../src/contract/output.ts'),
    import('../../src/contract/requests/invalid-request-error.ts'),
    loadModels(),
  ]);
  try {
    const options = models === undefined ? {} : { models };
    const { size, count, seconds, priceUsd, holdUsd } = plan(
      { ...request, model: String(request.model) },
      options,
    );
    const { model, self } = expectValid(request, models);
    const output = planOutput(model, self);
    // How many layers a picture has is known when they are made.
    const isAtMost = output.kind === 'image' && output.maxLayers !== undefined;
    const made = seconds === undefined ? amount(count, 'image') : `a clip of ${amount(seconds, 'second')}`;
    const details = [
      `${isAtMost ? 'at most ' : ''}${made}, ${size.width} × ${size.height} pixels`,
      `held at submission: $${holdUsd}`,
    ];
    return { kind: 'valid', priceUsd, isAtMost, details };
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return { kind: 'invalid', messages: error.violations.map(({ message }) => message) };
  }
}

function amount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Prices an answer by the code of the gateway. */
export async function judgeTokens({ prices }: TokenForm, values: Values): Promise<Verdict> {
  const { priceOfText } = await import('../../src/gateway/text/price-text.ts');
  const count = (name: string) => Number(values[name] ?? 0);
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
  const calls = Object.values(usage.toolCalls).reduce((sum, some) => sum + some, 0);
  const details = [
    ...(calls === 0 || usage.inputTokens + usage.outputTokens > 0
      ? [`${amount(usage.inputTokens, 'token')} in, ${usage.outputTokens.toLocaleString('en-US')} out`]
      : []),
    ...(calls > 0 ? [`${amount(calls, 'call')} of tools`] : []),
  ];
  const priceUsd = formatUsd(priceOfText(prices, usage, '1'));
  return { kind: 'valid', priceUsd, isAtMost: false, details };
}
