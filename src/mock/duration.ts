const UNITS_MS = new Map(Object.entries({ ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }));

/** Milliseconds of a duration such as `90s` or `1.5h`, rounded; throws on anything else. */
export function parseDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(\D+)$/.exec(text) ?? [];
  const unitMs = UNITS_MS.get(unit);
  if (amount === undefined || unitMs === undefined) throw new RangeError(`"${text}" is not a duration`);
  return Math.round(Number(amount) * unitMs);
}
