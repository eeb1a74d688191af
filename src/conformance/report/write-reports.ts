import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../usage-error.ts';
import type { Report } from './report.ts';

/** Writes a report in one format, for a file. */
type Format = (report: Report, file: string) => string | Promise<string>;

/** The formats by name, each loaded when it is wanted. */
const FORMATS: Readonly<Record<string, Format>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: async (report) => (await import('./to-junit.ts')).toJunit(report),
  ctrf: async (report) => (await import('./to-ctrf.ts')).toCtrf(report),
  sarif: async (report) => (await import('./to-sarif.ts')).toSarif(report),
  html: async (report) => (await import('./to-html.ts')).toHtml(report),
  badge: async (report, file) => {
    const { toBadge, toBadgeEndpoint } = await import('./to-badge.ts');
    return file.endsWith('.json') ? toBadgeEndpoint(report) : toBadge(report);
  },
};

/** Names of the formats. */
export const REPORT_KINDS: readonly string[] = Object.keys(FORMATS);

/** A report that was asked for. */
export interface ReportFile {
  readonly kind: string;
  readonly file: string;
}

/** Writes the reports that were asked for; folders are created. Throws `UsageError` when a file cannot be written. */
export async function writeReports(report: Report, files: readonly ReportFile[]): Promise<void> {
  for (const { kind, file } of files) {
    const format = FORMATS[kind];
    if (!format) throw new UsageError(`There is no report ${kind}: ${REPORT_KINDS.join(', ')}.`);
    const text = await format(report, file);
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    } catch (error) {
      throw new UsageError(
        `--report ${kind}=${file}: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
  }
}
