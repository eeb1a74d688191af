import type { Json } from './contract.ts';
import { toText } from './json.ts';

/** A number, or the value of a ratio such as `16:9`: the width over the height. Anything else is 0. */
export function toNumber(value: Json | undefined): number {
  if (typeof value === 'number') return value;
  const [width = 0, height = 1] = toText(value).split(':').map(Number);
  return width / height;
}
