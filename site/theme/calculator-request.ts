import type { Text, TokenPrices } from '../../generated/vocabulary.ts';

/** A field of the calculator. */
export interface Control {
  readonly name: string;
  /** What is shown instead of the name. */
  readonly label?: string;
  /** `count` is a number of references, or of what is paid for; the others have a value. */
  readonly kind: 'choice' | 'number' | 'switch' | 'text' | 'count';
  readonly byDefault?: unknown;
  /** All values, or for text some of them. */
  readonly choices?: readonly unknown[];
  readonly min?: number;
  readonly max?: number;
}

/** The form for images or clips. */
export interface OutputForm {
  readonly kind: 'output';
  /** A valid request. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly controls: readonly Control[];
  /** Whether the model is one of a user. */
  readonly isOwn: boolean;
}

/** The form for text. */
export interface TokenForm {
  readonly kind: 'tokens';
  /** As in the file of the model. */
  readonly prices: TokenPrices;
  /** Limits and tools, as in the file of the model. */
  readonly limits?: Text;
}

/** What is entered, by field. */
export type Values = Readonly<Record<string, string>>;

/** The fields for text: kinds of tokens as in the table of prices, and tools by their names. */
export function tokenControls({ prices }: TokenForm): readonly Control[] {
  const kinds = Object.keys(prices.tokens).map((name) => ({ name, label: name.replaceAll('_', ' ') }));
  const tools = Object.keys(prices.tools?.rates ?? {}).map((name) => ({ name, label: name }));
  return [...kinds, ...tools].map((field) => ({ ...field, kind: 'count', min: 0 }));
}

/** The price ratio of the key's group, which is no field of a request. */
export const RATIO: Control = {
  name: 'price-ratio',
  label: "price ratio of the key's group",
  kind: 'text',
  byDefault: '1',
};

/** The ratio that is entered, or the usual one. */
export function ratioOf(values: Values): string {
  return values[RATIO.name] || String(RATIO.byDefault);
}

/** What is said of fields in which something other than a number of things, or a ratio, is entered. */
export function wrongNumbers(controls: readonly Control[], values: Values): readonly string[] {
  const wrong = controls.flatMap(({ name, label = name, kind }) => {
    const text = values[name] ?? '';
    const isWrong = kind === 'count' && text !== '' && !/^\d+$/.test(text);
    return isWrong ? [`${label} must be a whole number, 0 or more; got ${text}`] : [];
  });
  const ratio = ratioOf(values);
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(ratio)) return wrong;
  return [...wrong, `${RATIO.label} must be a decimal such as 0.8, with at most 9 decimals; got ${ratio}`];
}

/** What the fields show first: what the request has. A field that is empty is left out of the request. */
export function firstValues({ controls, request }: OutputForm): Values {
  return Object.fromEntries(controls.map(({ name, kind }) => [name, toText(request[name], kind)]));
}

function toText(value: unknown, kind: Control['kind']): string {
  if (kind === 'count') return String(Array.isArray(value) ? value.length : 0);
  return value === undefined ? '' : String(value);
}

/** The request that the fields make. */
export function toRequest(
  { request, controls }: OutputForm,
  values: Values,
): Readonly<Record<string, unknown>> {
  const entered = controls.map(
    (control) => [control.name, toValue(control, values[control.name] ?? '')] as const,
  );
  const rest = Object.entries(request).filter(([name]) => !controls.some((control) => control.name === name));
  return Object.fromEntries([...rest, ...entered.filter(([, value]) => value !== undefined)]);
}

function toValue({ kind, choices }: Control, text: string): unknown {
  if (text === '') return undefined;
  switch (kind) {
    case 'choice':
      return choices?.find((choice) => String(choice) === text) ?? text;
    case 'number':
      return Number(text);
    case 'switch':
      return text === 'true';
    case 'text':
      return text;
    case 'count':
      return toReferences(Number(text));
    default:
      return kind satisfies never;
  }
}

function toReferences(count: number): readonly string[] | undefined {
  if (!(count > 0)) return undefined;
  return Array.from({ length: count }, (_, index) => `https://images.example.com/${index + 1}.png`);
}
