/** A regular expression, without anchors, of the decimal integers from `min` to `max`, both above zero. */
export function integerPattern(min: number, max: number): string {
  const parts = spans(min, max).map(([low, high]) => digits(String(low), String(high)));
  return parts.length === 1 ? (parts[0] ?? '') : `(?:${parts.join('|')})`;
}

/** Splits the range by number of digits, and so that only trailing digits run from 0 to 9. */
function spans(min: number, max: number): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let low = min;
  while (low <= max) {
    let size = 1;
    while (low % (size * 10) === 0 && low + size * 10 - 1 <= max) size *= 10;
    let high = low + size - 1;
    // Neighbours that differ only in this digit are merged.
    while ((high + 1) % (size * 10) !== 0 && high + size <= max) high += size;
    found.push([low, high]);
    low = high + 1;
  }
  return found;
}

function digits(low: string, high: string): string {
  return [...low]
    .map((digit, index) => (digit === high[index] ? digit : `[${digit}-${high[index]}]`))
    .join('')
    .replaceAll(/(\[0-9\]){2,}/g, (run) => `[0-9]{${run.length / 5}}`);
}
