import type { Report } from '../report/report.ts';
import { wrap } from './paint.ts';

/** The dialect of the task records, where it differs from that of this project. */
export function formatObserved(
  { observed: { success_status: statuses, wrapped_records: isWrapped } }: Report,
  { width }: { readonly width: number },
): string {
  const parts = [
    ...(statuses.includes('completed')
      ? [`say ${statuses.map((status) => `"${status}"`).join(' and ')} for success`]
      : []),
    ...(isWrapped ? ['come in a wrapper, with the record in `data`'] : []),
  ];
  if (parts.length === 0) return '';
  return `${wrap(`Task records ${parts.join(', and ')}: the specification leaves that open.`, { width })}\n`;
}
