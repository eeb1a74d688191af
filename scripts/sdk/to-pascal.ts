/** `stream_options` as `StreamOptions`. */
export function toPascal(name: string): string {
  const words = name.split(/[^a-zA-Z0-9]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
