import type { Clock } from '../../ports/clock.ts';
import type { Pacer } from '../../ports/pacer.ts';

/** The result of waiting for an item. `idle`: none arrived in time; `left`: the signal was aborted. */
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
  /** Ends the items, and reports no more idle periods. */
  close(): void;
}

type Reader<Item> = (next: NextItem<Item> | Promise<NextItem<Item>>) => void;

/** Creates a source over items. It uses a single timer: one per item would be expensive. */
export function createIdleSource<Item>(
  items: AsyncIterable<Item>,
  { clock, pacer, idleMs, signal }: IdleSourceOptions,
): IdleSource<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let reader: Reader<Item> | undefined;
  // Items, or a rejection, that arrived between two calls.
  let arrived: Promise<NextItem<Item>> | undefined;
  let isReading = false;
  let lastAt = clock.now();
  let cancelAlarm: (() => void) | undefined;

  const answer: Reader<Item> = (next) => {
    reader?.(next);
    reader = undefined;
  };
  const arrive: Reader<Item> = (next) => {
    isReading = false;
    lastAt = clock.now();
    if (!reader) arrived = Promise.resolve(next);
    answer(next);
  };
  const onItem = ({ done, value }: IteratorResult<Item, undefined>) =>
    arrive(done ? DONE : { kind: 'item', item: value });
  const onFault = (error: unknown) => arrive(failed(error));
  const setReader = (resolve: Reader<Item>) => {
    reader = resolve;
  };
  const read = () => {
    isReading = true;
    iterator.next().then(onItem, onFault);
  };
  // The next call restarts it: a slow reader is not an idle model.
  const ring = () => {
    cancelAlarm = undefined;
    if (!reader) return;
    const left = lastAt + idleMs - clock.now();
    if (left > 0) cancelAlarm = pacer.callAfter(left, ring);
    else answer({ kind: 'idle' });
  };
  const close = () => {
    cancelAlarm?.();
    iterator.return?.().catch(() => {}); // failures after the reader left are irrelevant
  };
  const leave = () => {
    answer({ kind: 'left' });
    close();
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave);

  return {
    next() {
      if (signal.aborted) return Promise.resolve({ kind: 'left' });
      const next = arrived;
      arrived = undefined;
      if (next) return next;
      const waiting = new Promise<NextItem<Item>>(setReader);
      cancelAlarm ??= pacer.callAfter(idleMs, ring);
      if (!isReading) read();
      return waiting;
    },
    close,
  };
}

const DONE = { kind: 'done' } as const;

/** A rejection that is kept until it is awaited. */
function failed(error: unknown): Promise<never> {
  const failure = Promise.reject(error);
  failure.catch(() => {});
  return failure;
}
