/** A number of things, for messages: `1 case`, `2 cases`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A number of seconds in words, for messages: `1 second`, `12 seconds`. */
export function formatWait(seconds: number): string {
  return plural(seconds, 'second');
}
