/** The start (UTC) of a day written as `2026-11-20`, in milliseconds since the Unix epoch; undefined for a date that does not exist. */
export function parseDay(text: string): number | undefined {
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.slice(1).map(Number) ?? [];
  if (!year || !month || !day || day > daysIn(month, year)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`); // would turn 30 February into a day in March
  return Number.isNaN(time) ? undefined : time;
}

const SHORT_MONTHS = [4, 6, 9, 11];

function daysIn(month: number, year: number): number {
  if (month !== 2) return SHORT_MONTHS.includes(month) ? 30 : 31;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeap ? 29 : 28;
}
