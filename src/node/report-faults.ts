import { failureKindOf } from '../adapters/database/failures.ts';
import type { ServiceLog } from '../adapters/logging/create-service-log.ts';

/** Reports a fault to the operator; `about` is a request id or a part of the service. */
export type ReportFault = (error: unknown, about: string) => void;

/** How long a log is quiet about a database that it has just reported to be away. */
const QUIET_MS = 1000;

/** Logs every fault, except that an unavailable database is logged once per second: every request and every poll of the queue hits it. */
export function createFaultReporter(log: Pick<ServiceLog, 'fault'>, elapsedMs: () => number): ReportFault {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (error, about) => {
    const isAway = failureKindOf(error) === 'away';
    if (isAway && elapsedMs() < quietUntil) return;
    if (isAway) quietUntil = elapsedMs() + QUIET_MS;
    log.fault(error, about);
  };
}
