import type { ServiceLog } from '../adapters/logging/create-service-log.ts';
import type { Store } from '../gateway/ports/store.ts';

/** Wraps the store: logs every attempt of a callback that was not accepted and every abandoned callback; changes nothing else. */
export function logCallbacks<Logged extends Store>(store: Logged, log: Pick<ServiceLog, 'warning'>): Logged {
  return {
    ...store,
    async recordAttempt(taskId, outcome) {
      await store.recordAttempt(taskId, outcome);
      const { attempt, next } = outcome;
      const answer = attempt?.status ?? attempt?.error;
      const facts = { task: taskId, ...(answer === undefined ? {} : { answer }) };
      if (next.state === 'failed') log.warning('callback abandoned', facts);
      else if (next.state === 'discarded')
        log.warning('callback discarded', next.reason === undefined ? facts : { ...facts, why: next.reason });
      else if (next.state === 'pending')
        log.warning('callback attempt failed', { ...facts, nextTry: new Date(next.nextAt).toISOString() });
    },
  };
}
