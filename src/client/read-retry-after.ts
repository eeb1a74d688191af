/** Milliseconds that a response asks to wait, by `Retry-After-Ms` or `Retry-After` in seconds or as a date. */
export function readRetryAfter(headers: Headers): number | undefined {
  const precise = toMilliseconds(headers.get('retry-after-ms'), 1);
  if (precise !== undefined) return precise;
  const text = headers.get('retry-after');
  const seconds = toMilliseconds(text, 1000);
  if (seconds !== undefined || text === null) return seconds;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function toMilliseconds(text: string | null, unit: number): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text) * unit;
  return value >= 0 ? value : undefined;
}
