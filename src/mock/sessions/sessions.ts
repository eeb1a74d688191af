import { policies } from '../../../generated/policies.ts';
import type { MockSession } from './session.ts';

/** The sessions of a mock: the shared one, and one per named session. */
export interface Sessions {
  /** The session of that name, created on first use; undefined means the shared one. */
  get(name: string | undefined): MockSession;
  /** Keeps a session while a request to it is answered; call the returned function at the end. */
  hold(name: string): () => void;
  /** Replaces a session by a fresh one. */
  reset(name: string | undefined): void;
  close(): void;
}

/** Not counting the shared one. The session that has been idle longest is evicted; a busy one only when all are busy. */
const { sessions: MAX_SESSIONS } = policies.mock;

/** Creates the sessions; `create` makes a fresh session. */
export function createSessions(create: (name: string | undefined) => MockSession): Sessions {
  let shared = create(undefined);
  const named = new Map<string, MockSession>();
  const answering = new Map<string, number>();
  const keep = (name: string, session: MockSession) => {
    named.delete(name);
    named.set(name, session);
    if (named.size <= MAX_SESSIONS) return;
    const names = [...named.keys()];
    const leaving = names.find((one) => !answering.has(one)) ?? names[0] ?? name;
    named.get(leaving)?.close();
    named.delete(leaving);
  };
  return {
    get(name) {
      if (name === undefined) return shared;
      const session = named.get(name) ?? create(name);
      keep(name, session);
      return session;
    },
    hold(name) {
      answering.set(name, (answering.get(name) ?? 0) + 1);
      return () => {
        const left = (answering.get(name) ?? 1) - 1;
        if (left === 0) answering.delete(name);
        else answering.set(name, left);
        // It is idle from now on, not since the request came.
        const session = named.get(name);
        if (session) keep(name, session);
      };
    },
    reset(name) {
      if (name === undefined) {
        shared.close();
        shared = create(undefined);
      } else {
        named.get(name)?.close();
        keep(name, create(name));
      }
    },
    close() {
      for (const session of [shared, ...named.values()]) session.close();
    },
  };
}
