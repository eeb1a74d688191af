import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { whyUnwritten } from '../../../../scripts/why-unwritten.ts';
import { sniffImageFormat } from '../../../adapters/media/probe/sniff-image-format.ts';
import type { DownloadedFile } from '../../../client/index.ts';
import { refuse, refuseSetting } from '../../options/refusal.ts';
import { CallFailure } from '../call-failure.ts';

/** Refuses, before anything is paid for, a place where nothing can be saved. */
export function expectOutput(out: string, count: number): void {
  if (out === '') refuseSetting('out', out, 'name a file or a folder');
  if (isFolder(out)) {
    expectWritable(out);
    return;
  }
  if (/[/\\]$/.test(out)) refuse(`--out: there is no folder ${out}.`);
  if (!isFolder(dirname(out))) refuseSetting('out', out, 'be in a folder that exists');
  expectWritable(dirname(out));
  const taken = toNames(out, count, extname(out)).find((name) => existsSync(name));
  if (taken !== undefined) refuse(`--out: ${taken} already exists, and nothing is overwritten.`);
}

function expectWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    refuse(`--out: this user may not write in the folder ${folder}.`);
  }
}

/** Writes the files of a task: in a folder by task and name, or under one name, numbered if there are several. */
export async function saveFiles(
  files: readonly DownloadedFile[],
  { out, taskId }: { readonly out: string; readonly taskId: string },
): Promise<readonly string[]> {
  const names = toNames(out, files.length, extname(out) || toSafeName(extname(files[0]?.name ?? '')));
  const paths = isFolder(out) ? files.map(({ name }) => join(out, toSafeName(`${taskId}-${name}`))) : names;
  for (const [index, { blob }] of files.entries()) await save(paths[index] ?? out, blob);
  return paths;
}

/** A line about files that are in another format than the name in `out` promises; empty when they are not. */
export async function warnOfFormat(files: readonly DownloadedFile[], out: string): Promise<string> {
  const promised = extname(out).slice(1).toLowerCase();
  const [file] = files;
  if (promised === '' || file === undefined || isFolder(out)) return '';
  const head = new Uint8Array(await file.blob.slice(0, HEAD_BYTES).arrayBuffer());
  const format = sniffImageFormat(head) ?? /^video\/(mp4|webm|quicktime)\b/.exec(file.blob.type)?.[1];
  if (format === undefined || format === (FORMATS[promised] ?? promised)) return '';
  return `Warning: --out ends in .${promised}, but the result is ${format.toUpperCase()}.\n`;
}

/** Enough to detect a format. */
const HEAD_BYTES = 64;
/** Extensions that are not the name of their format. */
const FORMATS: Readonly<Record<string, string>> = {
  jpg: 'jpeg',
  jpe: 'jpeg',
  tif: 'tiff',
  mov: 'quicktime',
  m4v: 'mp4',
};

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What a gateway sends leads to no other folder. */
function toSafeName(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '_');
}

/** `fox.png`; several are `fox-1.png`, `fox-2.png`. */
function toNames(out: string, count: number, extension: string): readonly string[] {
  const stem = extname(out) === '' ? out : out.slice(0, -extname(out).length);
  if (count === 1) return [stem + extension];
  return Array.from({ length: count }, (_, index) => `${stem}-${index + 1}${extension}`);
}

/** Writes a new file, as what was paid for replaces no other; leaves no part of one. */
async function save(path: string, blob: Blob): Promise<void> {
  let isOurs = false;
  try {
    await using file = await open(path, 'wx');
    isOurs = true;
    await file.writeFile(blob.stream());
  } catch (error) {
    if (isOurs) await rm(path, { force: true });
    throw new CallFailure(`${path} cannot be written: ${whyUnwritten(error)}.`, 1);
  }
}
