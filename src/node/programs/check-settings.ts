import { policies } from '../../../generated/policies.ts';
import { parseUsd } from '../../contract/money.ts';
import type { MockSettings } from './mock-settings.ts';

const MAX_PORT = 65_535;
const MAX_SEED = 2 ** 32 - 1;
const STATUSES = policies.tasks.success_values;

/** Throws a `RangeError` for values that the types do not exclude, or that a program without types gives. */
export function checkSettings({
  port = 0,
  seed = 0,
  balance = '0',
  successStatus = STATUSES[0],
}: Pick<MockSettings, 'balance' | 'seed' | 'successStatus'> & { readonly port?: number | undefined }): void {
  expectInteger('port', port, MAX_PORT);
  expectInteger('seed', seed, MAX_SEED);
  if (!isAmount(String(balance)))
    refuse('balance', balance, 'be US dollars with at most nine decimal places, such as "25.50"');
  if (!STATUSES.includes(successStatus))
    refuse('successStatus', successStatus, `be one of ${STATUSES.join(', ')}`);
}

function expectInteger(name: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= most) return;
  refuse(name, value, `be a whole number from 0 to ${most}`);
}

function isAmount(text: string): boolean {
  try {
    return parseUsd(text) >= 0n;
  } catch {
    return false;
  }
}

function refuse(name: string, value: unknown, must: string): never {
  throw new RangeError(`${name} must ${must}; got ${String(value)}.`);
}
