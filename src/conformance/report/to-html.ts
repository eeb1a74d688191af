import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeXml } from './escape-xml.ts';
import type { Report } from './report.ts';

const PAGE = join(import.meta.dirname, '../../../conformance/report.html');

/** The report as one self-contained page with its data and the script that renders it. */
export async function toHtml(report: Report): Promise<string> {
  const page = await readFile(PAGE, 'utf8');
  const title = `Conformance report: ${report.target.name ?? report.target.base_url}`;
  const data = JSON.stringify(report).replaceAll('<', String.raw`\u003c`);
  return page.replace('{{data}}', () => data).replace('{{title}}', () => escapeXml(title));
}
