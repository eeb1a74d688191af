import type { SampleMedia } from '../../src/sample-media/sample-media.ts';

/** A renderer that starts at once and ends on command. */
export interface HeldRenderer extends SampleMedia {
  /** Seeds of the pictures that were begun, in order. */
  readonly begun: readonly number[];
  /** Ends the oldest picture that was begun: with bytes, or a fault. */
  finish(fault?: Error): Promise<void>;
  /** Resolves when that many pictures were begun. */
  untilBegun(count: number): Promise<void>;
}

/** Creates a renderer whose files hold the seed as their one byte. */
export function createHeldRenderer(): HeldRenderer {
  const begun: number[] = [];
  const held: { readonly seed: number; readonly file: PromiseWithResolvers<Uint8Array> }[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const hold = ({ seed }: { readonly seed: number }) => {
    begun.push(seed);
    for (const { count, resolve } of waiting) if (begun.length >= count) resolve();
    const file = Promise.withResolvers<Uint8Array>();
    held.push({ seed, file });
    return file.promise;
  };
  return {
    begun,
    renderImage: hold,
    renderLayer: hold,
    renderClip: hold,
    async finish(fault) {
      const first = held.shift();
      if (fault) first?.file.reject(fault);
      else first?.file.resolve(Uint8Array.of(first.seed));
      await new Promise((resolve) => setImmediate(resolve));
    },
    untilBegun: (count) =>
      new Promise((resolve) => {
        if (begun.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
}
