import { escapeXml } from './escape-xml.ts';
import type { Report } from './report.ts';

const LABEL = 'conformance';
const COLOURS = { passed: '#2a7d3f', failed: '#b3261e', error: '#6b6b6b' } as const;

/** How many requirements passed, of those that could be checked. */
function messageOf({ outcome, counts, run }: Report): string {
  const checked = counts.passed + counts.failed + counts.known + counts.warning;
  if (run.interrupted) return 'incomplete';
  return outcome === 'error' ? 'not finished' : `${run.profile} ${counts.passed}/${checked}`;
}

/** The JSON that `https://img.shields.io/endpoint?url=...` reads. */
export function toBadgeEndpoint(report: Report): string {
  const isError = report.outcome === 'error';
  const badge = {
    schemaVersion: 1,
    label: LABEL,
    message: messageOf(report),
    color: COLOURS[report.outcome],
    ...(isError && { isError }),
  };
  return `${JSON.stringify(badge)}\n`;
}

/** The report as a badge (SVG). */
export function toBadge(report: Report): string {
  const text = messageOf(report);
  const widthOf = (words: string): number => Math.round(words.length * 6.6 + 12);
  const [first, second] = [widthOf(LABEL), widthOf(text)];
  const label = (words: string, from: number, width: number): string =>
    `<text x="${from + width / 2}" y="14" textLength="${width - 12}">${escapeXml(words)}</text>`;
  const title = `${LABEL}: ${text}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${first + second}" height="20" role="img" aria-label="${escapeXml(title)}">
<title>${escapeXml(title)}</title>
<rect width="${first + second}" height="20" rx="3" fill="#444"/>
<path d="M${first} 0h${second - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${second - 3}z" fill="${COLOURS[report.outcome]}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${label(LABEL, 0, first)}${label(text, first, second)}</g>
</svg>
`;
}
