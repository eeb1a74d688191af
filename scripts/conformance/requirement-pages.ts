import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { atTop, type Problem } from '../contract/problem.ts';
import { makeRequirementPages } from '../emit/conformance/requirement-pages.ts';
import { AREAS_FILE, readTraceability } from '../emit/conformance/traceability.ts';

/** The pages of the traceability table at `root` that differ from the requirements, and areas without a title. */
export async function checkPages(root: string): Promise<readonly Problem[]> {
  const message = 'does not match the requirements: npm run check:conformance -- --write fixes it';
  const untitled = (await readTraceability(root)).filter(({ title }) => title === '');
  return [
    ...untitled.map(({ area }) => atTop(AREAS_FILE, `has no title for the area ${area}`)),
    ...(await findStalePages(root)).map(({ file }) => atTop(file, message)),
  ];
}

/** Writes the pages that differ; returns their paths. */
export async function writePages(root: string): Promise<readonly string[]> {
  const stale = await findStalePages(root);
  await Promise.all(
    stale.map(async ({ file, text }) => {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    }),
  );
  return stale.map(({ file }) => file);
}

async function findStalePages(
  root: string,
): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const pages = await makeRequirementPages(root);
  const compared = await Promise.all(
    pages.map(async ({ place = 'generated', path, text }) => {
      const file = `${place}/${path}`;
      const target = join(root, file);
      const present = existsSync(target) ? await readFile(target, 'utf8') : undefined;
      return present === text ? [] : [{ file, text }];
    }),
  );
  return compared.flat();
}
