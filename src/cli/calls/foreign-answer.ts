import { GatewrightError } from '../../client/index.ts';

/** An object that another gateway may have left out, or sent in another type. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The member `data` of an answer; throws a `GatewrightError` for an answer that is not one of a gateway. */
export function dataOf(answer: unknown, what: string): Readonly<Record<string, unknown>> {
  const { data } = asRecord(answer);
  if (typeof data === 'object' && data !== null) return { ...data };
  const message = `The answer about ${what} has no data: this does not look like a gateway.`;
  throw new GatewrightError({ status: 200, type: 'bad_gateway', reason: 'malformed_answer', message });
}
