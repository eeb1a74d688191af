import { useCallback, useEffect, useRef, useState } from 'react';

/** How far a hook is. */
export interface RunState {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  /** What was thrown, if the status is `failed`; undefined otherwise. */
  readonly error: unknown;
}

/** Work that shows what it has seen so far, until its signal is aborted. */
export type Work<Seen> = (signal: AbortSignal, show: (seen: Partial<Seen>) => void) => Promise<void>;

/** A piece of work, what it has shown, and how to start and end it. */
export interface Run<Seen> {
  readonly state: Seen & RunState;
  /** Starts the work from `nothing`; what still runs is ended. */
  readonly start: (work: Work<Seen>) => void;
  /** Ends the work; what it has shown stays. */
  readonly cancel: () => void;
}

const IDLE: RunState = { status: 'idle', error: undefined };

/**
 * State of one piece of work at a time, which begins as `nothing`, a constant. It ends when the component is unmounted, and
 * nothing is set afterwards.
 */
export function useRun<Seen extends object>(nothing: Seen): Run<Seen> {
  const [seen, setSeen] = useState(nothing);
  const [run, setRun] = useState(IDLE);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = useCallback(() => {
    running.current?.abort();
    setRun((last) => (last.status === 'running' ? IDLE : last));
  }, []);
  const start = useCallback(
    (work: Work<Seen>) => {
      running.current?.abort();
      running.current = new AbortController();
      const { signal } = running.current;
      const show = (change: Partial<Seen>) => {
        if (!signal.aborted) setSeen((shown) => ({ ...shown, ...change }));
      };
      const end = (last: RunState) => {
        if (!signal.aborted) setRun(last);
      };
      setSeen(nothing);
      setRun({ status: 'running', error: undefined });
      work(signal, show).then(
        () => end({ status: 'done', error: undefined }),
        (error: unknown) => end({ status: 'failed', error }),
      );
    },
    [nothing],
  );
  return { state: { ...seen, ...run }, start, cancel };
}
