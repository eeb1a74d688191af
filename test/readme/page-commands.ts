import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Command, startCommandIn } from '../cli/start-command.ts';
import { readBlocks } from './markdown-blocks.ts';

const root = resolve(import.meta.dirname, '../..');

/** What is run with other things around it than the line has. */
export interface LineOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The commands of a page of `docs/`, block by block; a line that ends with a backslash goes on in the next one. */
export function commandBlocksOf(page: string): readonly (readonly string[])[] {
  return readBlocks(readFileSync(join(root, 'docs', page), 'utf8'))
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text.split(/(?<!\\)\n/).filter((line) => line !== ''));
}

/** Runs commands in a shell where `npx gatewright` and `gatewright` are those of this checkout; gives what they print. */
export async function runLine(line: string, { cwd, env }: LineOptions): Promise<string> {
  const functions = [
    `gatewright() { '${process.execPath}' '${root}/bin/gatewright.cjs' "$@"; }`,
    'npx() { "$@"; }',
    'curl() { command curl --fail-with-body "$@"; }',
  ];
  const script = ['set -euo pipefail', ...functions, line].join('\n');
  const options = { cwd, env: { ...process.env, DATABASE_URL: '', ...env } };
  return (await promisify(execFile)('bash', ['-c', script], options)).stdout;
}

/** Starts a command of a page that goes on, with more arguments, and waits for its address. */
export async function startLine(
  line: string,
  { cwd, env }: LineOptions,
  ...more: readonly string[]
): Promise<Command & { readonly baseUrl: string }> {
  const [, , ...args] = line.replace(/#.*/, '').trim().split(/\s+/);
  const command = startCommandIn({ cwd, env: { DATABASE_URL: '', ...env } }, ...args, '--port', '0', ...more);
  const [, port] = await command.printed(/http:\/\/[^/\s]+:(\d+)/);
  return { ...command, baseUrl: `http://127.0.0.1:${port}` };
}
