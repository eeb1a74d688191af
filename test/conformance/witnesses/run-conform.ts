import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../../../src/conformance/report/report.ts';
import { gatewright, runProgram } from './processes.ts';

/** Runs `gatewright conform` as a process and returns its report. Rejects when the run could not be carried out. */
export async function runConform(folder: string, options: readonly string[]): Promise<Report> {
  const file = join(folder, 'report.json');
  const command = [
    process.execPath,
    gatewright,
    'conform',
    ...options,
    '--quiet',
    '--report',
    `json=${file}`,
  ];
  const { code, text } = await runProgram(command);
  if (code > 1) throw new Error(`gatewright conform ended with ${code}:\n${text}`);
  return JSON.parse(await readFile(file, 'utf8')) as Report; // what buildReport wrote
}
