/** The start (UTC) of a day written as `2026-11-20`, in milliseconds since the Unix epoch; undefined for anything else. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : time;
}
