import type { Clock } from '../ports/clock.ts';
import type { Pacer } from '../ports/pacer.ts';

/** What waiting for an item ended with. `idle`: none came for so long; `left`: the signal was aborted. */
export type Waited<Item> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'idle' }
  | { readonly kind: 'left' }
  | { readonly kind: 'done' };

/** How an idle source waits. */
export interface IdleSourceOptions {
  readonly clock: Clock;
  readonly pacer: Pacer;
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** Hands on items one by one, and tells of silence in between. One call of `next` at a time. */
export interface IdleSource<Item> {
  /** Rejects as the items do. */
  next(): Promise<Waited<Item>>;
}

type Wake<Item> = (waited: Waited<Item> | PromiseLike<Waited<Item>>) => void;

/** Creates a source over items. One pause at a time runs beside it: a pause for each item would be dear. */
export function createIdleSource<Item>(
  items: AsyncIterable<Item>,
  { clock, pacer, idleMs, signal }: IdleSourceOptions,
): IdleSource<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let pending: Promise<Waited<Item>> | undefined;
  let wake: Wake<Item> | undefined;
  let lastAt = clock.now();
  let isWatching = false;

  const rouse: Wake<Item> = (waited) => {
    wake?.(waited);
    wake = undefined;
  };
  // An item that comes while nobody waits stays pending; a rejection is handed on through the same promise.
  const deliver = (source: Promise<Waited<Item>>) => () => {
    if (!wake) return;
    pending = undefined;
    rouse(source);
  };
  const leave = () => {
    rouse({ kind: 'left' });
    iterator.return?.().catch(() => {}); // what still fails after the reader left concerns nobody
  };
  const watch = async () => {
    isWatching = true;
    // Restarted by the next call when nobody waits: a slow reader is no silence.
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
