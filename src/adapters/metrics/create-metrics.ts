import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { policies } from '../../../generated/policies.ts';

const CALLBACK_EVENTS = ['delivered', 'retried', 'failed', 'discarded'] as const;
const HOLD_EVENTS = ['accepted', 'insufficient', 'settled', 'released'] as const;

/** The metrics of a service; names and labels are those of `GET /metrics`. */
export type Metrics = ReturnType<typeof createMetrics>;

interface EndedRequest {
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
}

/** From a catalogue read of a millisecond to a long chat answer. */
const { latency_buckets_seconds: BUCKETS_SECONDS } = policies.service;

/** Creates metrics in a registry of their own, with those of the process and its event loop. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name: `gatewright_${name}`, help, labelNames: [...labelNames], registers });
  const requests = counter('requests_total', 'Requests by operation and status.', ['operation', 'status']);
  const durations = new Histogram({
    name: 'gatewright_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['operation'],
    buckets: [...BUCKETS_SECONDS],
    registers,
  });
  const running = new Gauge({
    name: 'gatewright_requests_in_progress',
    help: 'Requests that are being answered.',
    registers,
  });
  const tasks = counter('tasks_total', 'Tasks that ended, by outcome.', ['outcome']);
  const callbacks = counter('callbacks_total', 'Delivery attempts of callbacks, by result.', ['result']);
  const holds = counter('holds_total', 'Balance holds, by outcome.', ['result']);
  // A series that starts at zero makes the first increase visible.
  for (const outcome of policies.tasks.terminal) tasks.inc({ outcome }, 0);
  for (const result of CALLBACK_EVENTS) callbacks.inc({ result }, 0);
  for (const result of HOLD_EVENTS) holds.inc({ result }, 0);
  return {
    requestStarted: () => running.inc(),
    requestEnded({ operation, status, seconds }: EndedRequest) {
      running.dec();
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
    },
    taskEnded: (outcome: string) => tasks.inc({ outcome }),
    callbackAttempted: (result: (typeof CALLBACK_EVENTS)[number]) => callbacks.inc({ result }),
    holdChanged: (result: (typeof HOLD_EVENTS)[number]) => holds.inc({ result }),
    /** The Prometheus text format, and its content type. */
    write: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
