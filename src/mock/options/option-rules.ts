import { policies } from '../../../generated/policies.ts';
import type { AddedModels } from '../../contract/added-models.ts';
import { parseUsd } from '../../contract/money.ts';
import type { OptionRule, OptionRules } from './expect-options.ts';
import type { MockSettings } from './mock-settings.ts';

const { max_speed: MAX_SPEED } = policies.mock;
const MAX_SEED = 2 ** 32 - 1;
const STATUSES: readonly unknown[] = policies.tasks.success_values;

/** How a mock behaves. */
export const SETTING_RULES: OptionRules<MockSettings> = {
  speed: {
    must: `be a number above 0 and at most ${MAX_SPEED}`,
    allows: (value) => typeof value === 'number' && value > 0 && value <= MAX_SPEED,
  },
  isFrozen: { must: 'be true or false', allows: (value) => typeof value === 'boolean' },
  seed: wholeNumber(MAX_SEED),
  balance: {
    must: 'be US dollars as text with at most nine decimal places, such as "25.50"',
    allows: (value) => typeof value === 'string' && isAmount(value),
  },
  successStatus: { must: `be one of ${STATUSES.join(', ')}`, allows: (value) => STATUSES.includes(value) },
};

/** Models that are in memory. */
export const MODELS_RULE: OptionRule = {
  must: 'be models that are loaded: what await loadModels(folder) gives, or those that gatewright generate writes',
  allows: (value) => typeof value === 'object' && value !== null && !(value instanceof URL),
};

type PortlessOptions = MockSettings & { readonly baseUrl?: string; readonly models?: AddedModels };

/** A mock without a port: where it seems to be, its models, and how it behaves. */
export const PORTLESS_RULES: OptionRules<PortlessOptions> = {
  ...SETTING_RULES,
  baseUrl: { must: 'be an origin, such as "http://gateway.test"', allows: isOrigin },
  models: MODELS_RULE,
};

/** An integer from 0. */
export function wholeNumber(most: number): OptionRule {
  return {
    must: `be a whole number from 0 to ${most}`,
    allows: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most,
  };
}

/** Whether it is the origin of an address, as browsers write it: without a path, not even `/`. */
export function isOrigin(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^https?:/.test(value) &&
    URL.canParse(value) &&
    new URL(value).origin === value
  );
}

function isAmount(text: string): boolean {
  try {
    return parseUsd(text) >= 0n;
  } catch {
    return false;
  }
}
