import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { makeFolder } from '../../../scripts/folders.ts';
import { whyUnwritten } from '../../../scripts/why-unwritten.ts';
import { print, readCommandLine } from '../command-line.ts';
import { projectFiles, projectManifest } from '../init/project-files.ts';
import { refuse, refuseArguments } from '../options/refusal.ts';
import { printHelp } from '../print-help.ts';
import { quoteWord } from '../quote-word.ts';
import { readVersion } from '../read-version.ts';

const USAGE = `gatewright init [DIR]

Creates a folder for your own models: gatewright.config.json, models/ with a self-explanatory example, a test of it,
and a README. Nothing is overwritten. DIR is the current folder by default.

  npx gatewright init our-models && cd our-models && npx gatewright mock

  --help  this text

Exit code: 0 written, 2 the command failed.
`;

/** `gatewright init`: returns the exit code. */
export async function runInit(args: readonly string[]): Promise<number> {
  const { flags, words } = readCommandLine(args, {}, 1);
  if (flags.help) return printHelp(USAGE);
  const [folder = '.'] = words;
  if (folder === '') refuseArguments('The folder must have a name; got "".');
  const place = findInstalled(folder);
  const files = projectFiles(place && toSchemaPath(folder, place));
  const there = Object.keys(files).filter((name) => existsSync(join(folder, name)));
  if (there.length > 0)
    refuse(`${folder} has ${there.join(', ')} already: nothing was written. Name another folder.`);
  const hasManifest = existsSync(join(folder, 'package.json'));
  const version = place === undefined ? await readVersion() : undefined;
  const manifest = hasManifest ? {} : { 'package.json': projectManifest(version) };
  const all = { ...files, ...manifest };
  try {
    for (const [name, text] of Object.entries(all)) await write(join(folder, name), text);
  } catch (error) {
    refuse(`${folder} cannot be written: ${whyUnwritten(error)}. Name another folder.`);
  }
  const written = Object.keys(all).map((name) => `created ${join(folder, name)}\n`);
  const enter = folder === '.' ? '' : `cd ${quoteWord(folder)} && `;
  const install = hasManifest ? 'npm install --save-dev gatewright && ' : 'npm install && ';
  const next = `${enter}${place === undefined ? install : ''}npx gatewright mock`;
  return print(`${written.join('')}\nNext: ${next}\n`);
}

/** Where the package is installed: in a folder or one above it, perhaps from a file that no registry has. */
function findInstalled(folder: string): string | undefined {
  const places = createRequire(resolve(folder, 'package.json')).resolve.paths('gatewright') ?? [];
  return places
    .map((place) => join(place, 'gatewright'))
    .find((place) => existsSync(join(place, 'package.json')));
}

/** What editors read the schema of a model file from, relative to the folder of these files. */
function toSchemaPath(folder: string, place: string): string {
  const path = relative(resolve(folder, 'models'), join(place, 'schemas/model.schema.json'));
  return path.replaceAll(sep, '/');
}

async function write(file: string, text: string): Promise<void> {
  await makeFolder(dirname(resolve(file)));
  await writeFile(file, text, { flag: 'wx' });
}
