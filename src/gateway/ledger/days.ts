export const DAY_MS = 86_400_000;

/** The start of the day (UTC) of a time; milliseconds since the Unix epoch. */
export function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
