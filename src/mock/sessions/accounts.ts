import { policies } from '../../../generated/policies.ts';
import type { RateLimit } from '../../gateway/ports/store.ts';

/** A preset key of every mock, with an account of its own. */
export interface MockAccount {
  readonly key: string;
  /** Its purpose, in a few words. */
  readonly purpose: string;
  /** Deposit in US dollars, a decimal. */
  readonly balance: string;
  /** Model names the key is restricted to; undefined for all. */
  readonly models?: readonly string[];
  readonly rateLimit?: RateLimit;
}

/** The key that has a deposit and every model. */
export const MOCK_KEY = 'sk-mock';

/** Signs the callbacks of every account without a secret of its own: it is public, as the preset keys are. */
export const MOCK_WEBHOOK_SECRET = `whsec_${btoa('gatewright-mock-webhook-secret')}`;

/** A model name without metadata, as an allow-list may contain (section 2.1, `unknown`). */
const MODEL_WITHOUT_METADATA = 'house-style-v1';

const { balance: DEFAULT_BALANCE, limited_key: LIMIT } = policies.mock;

/** The preset keys of a mock; `balance` is the deposit of `sk-mock`. */
export function presetAccounts(balance: string = DEFAULT_BALANCE): readonly MockAccount[] {
  return [
    { key: MOCK_KEY, purpose: 'every model', balance },
    { key: 'sk-mock-empty', purpose: 'no funds: submissions are answered with 402', balance: '0' },
    {
      key: 'sk-mock-image-only',
      purpose: `sx-5-0-pro and ${MODEL_WITHOUT_METADATA}, a model without metadata`,
      balance: DEFAULT_BALANCE,
      models: ['sx-5-0-pro', MODEL_WITHOUT_METADATA],
    },
    {
      key: 'sk-mock-limited',
      purpose: `${LIMIT.requests} requests in ${LIMIT.seconds} seconds, then 429`,
      balance: DEFAULT_BALANCE,
      rateLimit: LIMIT,
    },
  ];
}

/** How a key is displayed: a preset one in full, any other by its first third, at most seven characters. */
export function hintOf(key: string): string {
  const isPreset = presetAccounts().some((account) => account.key === key);
  return isPreset ? key : `${key.slice(0, Math.min(7, Math.floor(key.length / 3)))}…`;
}
