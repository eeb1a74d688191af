import type { AddedModels } from '../../src/contract/added-models.ts';
import { formatUsd, toDollars } from '../../src/contract/money.ts';
import type { TextUsage } from '../../src/gateway/text/text-usage.ts';
import { ratioOf, type TokenForm, type Values } from './calculator-request.ts';

/** What the contract says about a request: its price and what it makes, or why it would be refused. */
export type Verdict =
  | {
      readonly kind: 'valid';
      /** `$0.10`. */
      readonly price: string;
      readonly isAtMost: boolean;
      readonly details: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly messages: readonly string[] }
  /** The fields make no request. */
  | { readonly kind: 'unclear'; readonly messages: readonly string[] };

/** Gives the models of a user; undefined on a site without any. */
export type LoadModels = () => Promise<AddedModels | undefined>;

/** Judges a request for images or a clip by the code of the gateway, which is loaded when it is first needed. */
export async function judgeRequest(
  request: Readonly<Record<string, unknown>>,
  { groupRatio = '1', loadModels }: { readonly groupRatio?: string; readonly loadModels: LoadModels },
): Promise<Verdict> {
  const [{ plan }, { expectValid }, { planOutput }, { InvalidRequestError }, models] = await Promise.all([
    import('../../src/contract/requests/plan.ts'),
    import('../../src/contract/requests/expect-valid.ts'),
    import('../../src/contract/output.ts'),
    import('../../src/contract/requests/invalid-request-error.ts'),
    loadModels(),
  ]);
  try {
    const options = { groupRatio, ...(models !== undefined && { models }) };
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
      `held at submission: ${toDollars(holdUsd)}`,
    ];
    return { kind: 'valid', price: toDollars(priceUsd), isAtMost, details };
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return { kind: 'invalid', messages: error.violations.map(({ message }) => message) };
  }
}

function amount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Prices an answer by the code of the gateway. */
export async function judgeTokens(form: TokenForm, values: Values): Promise<Verdict> {
  const messages = refusals(form, values);
  if (messages.length > 0) return { kind: 'invalid', messages };
  const { prices } = form;
  const { priceOfText } = await import('../../src/gateway/text/price-text.ts');
  const count = (name: string) => countOf(values, name);
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
      ? [`${amount(usage.inputTokens, 'input token')}, ${amount(usage.outputTokens, 'output token')}`]
      : []),
    ...(calls > 0 ? [amount(calls, 'tool call')] : []),
  ];
  const price = toDollars(formatUsd(priceOfText(prices, usage, ratioOf(values))));
  return { kind: 'valid', price, isAtMost: false, details };
}

function countOf(values: Values, name: string): number {
  return Number(values[name] ?? 0);
}

const INPUT = ['input', 'cached_input', 'cache_creation', 'explicit_cached_input'];

/** Why the model would refuse the request: too many tokens, or a tool without another that it needs. */
function refusals({ limits }: TokenForm, values: Values): readonly string[] {
  if (limits === undefined) return [];
  const input = INPUT.reduce((sum, name) => sum + countOf(values, name), 0);
  const tools = (limits.tools ?? []).flatMap(({ name, requires = [] }) => {
    const missing = requires.filter((other) => (values[other] ?? '') === '');
    if (countOf(values, name) === 0 || missing.length === 0) return [];
    const others = missing.join(', ');
    return [
      `${name} must be declared together with ${others}; enter 0 if ${others} is declared but not called`,
    ];
  });
  return [
    ...tooMany('the input', input, limits.input_tokens.max),
    ...tooMany('the output', countOf(values, 'output'), limits.output_tokens.max),
    ...tools,
  ];
}

function tooMany(what: string, count: number, max: number): readonly string[] {
  if (count <= max) return [];
  return [`${what} must have at most ${amount(max, 'token')}; got ${count.toLocaleString('en-US')}`];
}
