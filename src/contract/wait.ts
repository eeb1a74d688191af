/** A number of seconds in words, for messages: `1 second`, `12 seconds`. */
export function formatWait(seconds: number): string {
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
