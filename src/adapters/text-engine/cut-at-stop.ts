/** Passes text on until one of the stops appears in it. */
export interface StopCutter {
  /** The part of the text that is certain to stay; what might be the beginning of a stop is kept back. */
  pass(text: string): { readonly text: string; readonly hasStopped: boolean };
  /** What was kept back, once no more text comes. */
  rest(): string;
}

/** Creates a cutter. Stops can lie across pieces. */
export function createStopCutter(stops: readonly string[]): StopCutter {
  let kept = '';
  return {
    pass(text) {
      const all = kept + text;
      const places = stops.map((stop) => all.indexOf(stop)).filter((place) => place >= 0);
      if (places.length > 0) {
        kept = '';
        return { text: all.slice(0, Math.min(...places)), hasStopped: true };
      }
      const held = Math.max(0, ...stops.map((stop) => heldBack(all, stop)));
      kept = all.slice(all.length - held);
      return { text: all.slice(0, all.length - held), hasStopped: false };
    },
    rest: () => kept,
  };
}

/** Length of the longest beginning of the stop that the text ends with. */
function heldBack(text: string, stop: string): number {
  for (let length = Math.min(stop.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(stop.slice(0, length))) return length;
  return 0;
}
