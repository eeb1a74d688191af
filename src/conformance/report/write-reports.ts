import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../usage-error.ts';
import type { Report } from './report.ts';

type Format = (report: Report, file: string) => string | Promise<string>;

/** The formats by name, each loaded when it is needed. */
const FORMATS: Readonly<Record<string, Format>> = {
  json: (report) => `${JSON.stringify(report, null, 1)}\n`,
  junit: async (report) => (await import('./to-junit.ts')).toJunit(report),
  ctrf: async (report) => (await import('./to-ctrf.ts')).toCtrf(report),
  sarif: async (report) => (await import('./to-sarif.ts')).toSarif(report),
  html: async (report) => (await import('./to-html.ts')).toHtml(report),
  badge: async (report, file) => {
    const { toBadge, toBadgeEndpoint } = await import('./to-badge.ts');
    return file.endsWith('.json') ? toBadgeEndpoint(report) : toBadge(report);
  },
};

export const REPORT_KINDS: readonly string[] = Object.keys(FORMATS);

/** A report that was asked for. */
export interface ReportFile {
  readonly kind: string;
  readonly file: string;
}

/**
 * Throws `UsageError` when a file cannot be written where it is asked for: a run may cost money, and is not to be lost. Folders are not
 * made: the name of one that is not there may be mistyped.
 */
export async function expectWritable(files: readonly ReportFile[]): Promise<void> {
  for (const one of files) await checkPlace(one.file).catch((error: Error) => cannotWrite(one, error));
}

async function checkPlace(file: string): Promise<void> {
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new Error(`there is no folder ${dirname(file)}`);
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new Error('it is a folder');
  await access(found ? file : dirname(file), constants.W_OK);
}

function cannotWrite({ kind, file }: ReportFile, error: Error): never {
  const isDenied = 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
  throw new UsageError(
    `--report ${kind}=${file}: ${isDenied ? 'this user may not write there' : error.message}.`,
  );
}

/** Writes the reports that were asked for. Throws `UsageError` when a file cannot be written. */
export async function writeReports(report: Report, files: readonly ReportFile[]): Promise<void> {
  for (const { kind, file } of files) {
    const format = FORMATS[kind];
    if (!format) throw new UsageError(`There is no report ${kind}: ${REPORT_KINDS.join(', ')}.`);
    const text = await format(report, file);
    await writeFile(file, text).catch((error: Error) => cannotWrite({ kind, file }, error));
  }
}
