/** Passes text on until a stop sequence appears in it. */
export interface StopCutter {
  /** The part of the text that is certain to be output; a possible beginning of a stop sequence is held back. */
  pass(text: string): string;
  /** Whether a stop sequence has appeared: everything after it is dropped. */
  hasStopped(): boolean;
  /** The text held back, once no more text comes. */
  rest(): string;
}

const UNCUT: StopCutter = { pass: (text) => text, hasStopped: () => false, rest: () => '' };

/** Creates a cutter. Stop sequences may span chunks. */
export function createStopCutter(stops: readonly string[]): StopCutter {
  if (stops.length === 0) return UNCUT;
  let kept = '';
  let hasStopped = false;
  return {
    pass(text) {
      if (hasStopped) return '';
      const all = kept + text;
      const places = stops.map((stop) => all.indexOf(stop)).filter((place) => place >= 0);
      if (places.length > 0) {
        kept = '';
        hasStopped = true;
        return all.slice(0, Math.min(...places));
      }
      const held = Math.max(0, ...stops.map((stop) => heldBack(all, stop)));
      kept = all.slice(all.length - held);
      return all.slice(0, all.length - held);
    },
    hasStopped: () => hasStopped,
    rest: () => kept,
  };
}

/** Length of the longest prefix of the stop sequence that the text ends with. */
function heldBack(text: string, stop: string): number {
  for (let length = Math.min(stop.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(stop.slice(0, length))) return length;
  return 0;
}
