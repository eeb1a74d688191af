import type { Clock } from '../../ports/clock.ts';
import type { Pacer } from '../../ports/pacer.ts';

/** The result of waiting for an item. `idle`: none arrived in time; `left`: the signal was aborted. */
type NextItem<Item> =
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
  { signal, ...timing }: IdleSourceOptions,
): IdleSource<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let reader: Reader<Item> | undefined;
  // Items, or a rejection, that arrived between two calls.
  let arrived: Promise<NextItem<Item>> | undefined;
  let isReading = false;

  const answer: Reader<Item> = (next) => {
    reader?.(next);
    reader = undefined;
  };
  const alarm = createIdleAlarm(timing, {
    // The next call restarts it: a slow reader is not an idle model.
    isAwaited: () => reader !== undefined,
    onIdle: () => answer({ kind: 'idle' }),
  });
  const arrive: Reader<Item> = (next) => {
    isReading = false;
    alarm.postpone();
    if (!reader) arrived = Promise.resolve(next);
    answer(next);
  };
  const onItem = ({ done, value }: IteratorResult<Item, undefined>) =>
    arrive(done ? DONE : { kind: 'item', item: value });
  const onFault = (error: unknown) => arrive(failed(error));
  const read = () => {
    isReading = true;
    iterator.next().then(onItem, onFault);
  };
  const close = () => {
    alarm.cancel();
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
      return new Promise((resolve) => {
        reader = resolve;
        alarm.arm();
        if (!isReading) read();
      });
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

/** Rings after a period without items, as long as one is awaited. */
function createIdleAlarm(
  { clock, pacer, idleMs }: Omit<IdleSourceOptions, 'signal'>,
  { isAwaited, onIdle }: { readonly isAwaited: () => boolean; readonly onIdle: () => void },
) {
  let lastAt = clock.now();
  let cancel: (() => void) | undefined;
  const ring = () => {
    cancel = undefined;
    if (!isAwaited()) return;
    const left = lastAt + idleMs - clock.now();
    if (left > 0) cancel = pacer.callAfter(left, ring);
    else onIdle();
  };
  return {
    arm() {
      cancel ??= pacer.callAfter(idleMs, ring);
    },
    /** Counts the period from now. */
    postpone() {
      lastAt = clock.now();
    },
    cancel: () => cancel?.(),
  };
}
