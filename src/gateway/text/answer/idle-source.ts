import type { Clock } from '../../ports/clock.ts';
import type { Pacer } from '../../ports/pacer.ts';

/** How waiting for an item ended. `idle`: none arrived in time; `left`: the signal was aborted. */
export type NextItem<Item> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'idle' }
  | { readonly kind: 'left' }
  | { readonly kind: 'done' };

/** Timing of an idle source. */
export interface IdleSourceOptions {
  readonly clock: Clock;
  readonly pacer: Pacer;
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** Passes on items one by one, and reports idle periods in between. One call of `next` at a time. */
export interface IdleSource<Item> {
  /** Rejects as the items do. */
  next(): Promise<NextItem<Item>>;
}

type Wake<Item> = (waited: NextItem<Item> | PromiseLike<NextItem<Item>>) => void;

/** Creates a source over items. It uses a single timer: one per item would be expensive. */
export function createIdleSource<Item>(
  items: AsyncIterable<Item>,
  { clock, pacer, idleMs, signal }: IdleSourceOptions,
): IdleSource<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let pending: Promise<NextItem<Item>> | undefined;
  let wake: Wake<Item> | undefined;
  let lastAt = clock.now();
  let isWatching = false;

  const rouse: Wake<Item> = (waited) => {
    wake?.(waited);
    wake = undefined;
  };
  // An item that arrives between calls stays pending; a rejection is passed on through the same promise.
  const deliver = (source: Promise<NextItem<Item>>) => () => {
    if (!wake) return;
    pending = undefined;
    rouse(source);
  };
  const leave = () => {
    rouse({ kind: 'left' });
    iterator.return?.().catch(() => {}); // failures after the reader left are irrelevant
  };
  const watch = async () => {
    isWatching = true;
    // The next call restarts it: a slow reader is not an idle model.
    while (wake && !signal.aborted) {
      const from = lastAt;
      await pacer.pause(from + idleMs - clock.now(), signal);
      if (from !== lastAt || signal.aborted) continue;
      lastAt = clock.now();
      rouse({ kind: 'idle' });
    }
    isWatching = false;
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave);

  return {
    next() {
      if (signal.aborted) return Promise.resolve({ kind: 'left' });
      pending ??= iterator.next().then(({ done, value }) => {
        lastAt = clock.now();
        return done ? { kind: 'done' } : { kind: 'item', item: value };
      });
      const source = pending;
      return new Promise((resolve) => {
        wake = resolve;
        source.then(deliver(source), deliver(source));
        if (!isWatching) void watch();
      });
    },
  };
}
