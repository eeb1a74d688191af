type Channels = readonly [number, number, number];

/** A colour between two others: the first at 0, the second at 1. */
export function mix(from: string, to: string, share: number): string {
  const target = toChannels(to);
  return toHex(toChannels(from), (value, index) => value + ((target[index] ?? 0) - value) * share);
}

/** A surface of one colour in light of another. */
export function multiply(surface: string, light: string): string {
  const lit = toChannels(light);
  return toHex(toChannels(surface), (value, index) => (value * (lit[index] ?? 0)) / 255);
}

/** The grey that is as bright as a colour. */
export function toGrey(colour: string): string {
  const [red, green, blue] = toChannels(colour);
  const luminance = 0.299 * red + 0.587 * green + 0.114 * blue;
  return toHex([luminance, luminance, luminance], (value) => value);
}

function toChannels(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function toHex(channels: Channels, change: (value: number, index: number) => number): string {
  const hex = channels.map((value, index) => Math.round(change(value, index)).toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}
