import { resolve } from 'node:path';
import { buildSite, hasSiteGenerator, SITE_GENERATOR } from '../../../scripts/docs/build/build-site.ts';
import { readSiteBase, whyNoSiteFolder } from '../../../scripts/docs/build/site-folder.ts';
import { readSiteContract } from '../../../scripts/docs/site-contract.ts';
import { createProgress, type Progress } from '../../../scripts/progress.ts';
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts';
import { isFileError, refuseFolder } from '../../../scripts/why-unwritten.ts';
import { startMock } from '../../node/programs/start-mock.ts';
import { prepareModels } from '../../own-models/prepare-models.ts';
import { besidePackage } from '../beside-package.ts';
import { print } from '../command-line.ts';
import { interrupted } from '../interrupted.ts';
import { refuse } from '../options/refusal.ts';
import { PROJECT_FILE, readProject } from '../own-models/read-project.ts';
import { printHelp } from '../print-help.ts';
import { quoteWord } from '../quote-word.ts';
import { type BuildOptions, readDocsOptions } from './docs-options.ts';
import { type SitePlace, serveSite } from './serve-site.ts';
import { toSiteMock } from './site-mock.ts';

const USAGE = `gatewright docs --out DIR [options]
gatewright docs --serve [--out DIR] [options]
gatewright docs --serve DIR [--port N]

Writes the docs site as static files: a page for each model with its parameters, sizes, price and examples, guides, a
reference, schemas and documents to download. It needs no other host, and any web server can serve it; --serve is one.
It is built with VitePress, which is not installed with gatewright:

  npm install --save-dev vitepress@1.6.4

  --out DIR     folder to write: a new one, an empty one, or an earlier site, which is replaced
  --models DIR  folder with model files (default "models" of ${PROJECT_FILE}, if there is one)
  --title TEXT  name of the site (default "gatewright")
  --url URL     where it will be published, such as https://docs.example.com/; needed for a path, and for sitemap.xml
  --serve       serve it to this machine until Ctrl-C; without --out from a temporary folder, with DIR a site that is
                there already, without building it
  --port N      port of --serve (default: a free one)
  --help        this text

  gatewright docs --serve
  gatewright docs --models models --out site

Exit code: 0 written or served, 2 the models have problems, or the command failed.
`;

/** `gatewright docs`: returns the exit code, when the site is served after it was interrupted. */
export async function runDocs(args: readonly string[]): Promise<number> {
  const options = readDocsOptions(args);
  if (options.kind === 'help') return printHelp(USAGE);
  if (options.kind === 'serve') return serveFolder(options.folder, options.port);
  const { build, port } = options;
  if (!hasSiteGenerator())
    return refuse(
      `gatewright docs needs VitePress: npm install --save-dev ${SITE_GENERATOR}${besidePackage()}`,
    );
  if (build.out !== undefined) return buildInto(build.out, build, port);
  await using folder = await makeTemporaryFolder('gatewright-site-');
  return await buildInto(folder.path, build, port);
}

async function buildInto(out: string, build: BuildOptions, port: number | undefined): Promise<number> {
  const refusal = await whyNoSiteFolder(out);
  if (refusal !== undefined) return refuse(refusal);
  const progress = createProgress();
  try {
    const pages = await writeSite(out, build, progress);
    progress.end();
    const note = build.url === undefined ? ' Without --url there is no sitemap.xml.' : '';
    print(`${out}: ${pages} pages.${note}\n`);
    if (port !== undefined)
      return await serve({ folder: out, base: new URL(build.url ?? 'http://site/').pathname, port });
    return print(`To read it: npx gatewright docs --serve ${quoteWord(out)}\n`);
  } catch (error) {
    progress.end();
    if (isFileError(error) && error.path?.startsWith(resolve(out))) return refuse(refuseFolder(out, error));
    throw error;
  }
}

async function writeSite(out: string, options: BuildOptions, progress: Progress): Promise<number> {
  progress.step('Reading the contract');
  const { title, url, models = readProject().models } = options;
  const prepared = models === undefined ? undefined : await prepareModels(models);
  const site = await readSiteContract(prepared?.models ?? []);
  const added = prepared === undefined ? {} : { models: prepared.added };
  await using mock = await startMock({ isFrozen: true, seed: 1, balance: '1000', ...added });
  progress.step('Building the site');
  const { pages } = await buildSite({ ...site, title, url, mock: toSiteMock(mock) }, out);
  return pages;
}

async function serveFolder(folder: string, port: number): Promise<number> {
  const base = await readSiteBase(folder);
  if (base !== undefined) return serve({ folder, base, port });
  return refuse(`${folder} has no site: gatewright docs --out ${folder} writes one.`);
}

/** Serves a site until the program is interrupted. */
async function serve(place: SitePlace): Promise<number> {
  const served = await serveSite(place);
  if (served.kind === 'failed') return refuse(served.message);
  const stopped = interrupted(); // before the site is announced
  print(`${served.baseUrl}${place.base}\nCtrl-C ends it.\n`);
  await stopped;
  await served.close();
  return 0;
}
