import { plural } from '../terminal/paint.ts';
import type { Report } from './report.ts';

/** How far a run came that was interrupted. */
export function tellInterrupted({
  cases_run: run,
  cases_planned: planned,
}: NonNullable<Report['run']['interrupted']>): string {
  return `${run} of ${plural(planned, 'case')} were finished`;
}
