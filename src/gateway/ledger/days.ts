export const DAY_MS = 86_400_000;

/** The start of the day (UTC) of a time; milliseconds since the Unix epoch. */
export function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

/** The start (UTC) of a day written as `2026-11-20`, in milliseconds since the Unix epoch; undefined for a date that does not exist. */
export function parseDay(text: string): number | undefined {
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.slice(1).map(Number) ?? [];
  if (!year || !month || !day) return undefined;
  // `Date.UTC` reads years below 100 as 1900 and later, which have the same leap years.
  if (Date.UTC(year, month - 1, day) > Date.UTC(year, month, 0)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`); // would turn 30 February into a day in March
  return Number.isNaN(time) ? undefined : time;
}
