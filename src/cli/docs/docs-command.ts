import { buildSite, hasSiteGenerator, SITE_GENERATOR } from '../../../scripts/docs/build/build-site.ts';
import { whyNoSiteFolder } from '../../../scripts/docs/build/site-folder.ts';
import { readSiteContract } from '../../../scripts/docs/site-contract.ts';
import { createProgress, type Progress } from '../../../scripts/progress.ts';
import { startMock } from '../../node/programs/start-mock.ts';
import { ModelsError } from '../../own-models/models-error.ts';
import { prepareModels } from '../../own-models/prepare-models.ts';
import { complain, complainOf, print, readCommandLine } from '../command-line.ts';
import { Refusal } from '../options/refusal.ts';
import { PROJECT_FILE, readProject } from '../own-models/read-project.ts';
import { toSiteMock } from './site-mock.ts';

const USAGE = `gatewright docs --out DIR [options]

Writes the docs site as static files: a page for each model with its parameters, sizes, price and examples, guides, a
reference, schemas and documents to download. It needs no other host, and any web server can serve it.
It is built with VitePress, which is not installed with gatewright: npm install --save-dev vitepress@1.6.4

  --out DIR     folder to write: a new one, an empty one, or an earlier site, which is replaced
  --models DIR  folder with model files (default "models" of ${PROJECT_FILE}, if there is one)
  --title TEXT  name of the site (default "gatewright")
  --url URL     where it will be published, such as https://docs.example.com/; needed for a path, and for sitemap.xml
  --help        this text

  gatewright docs --models models --out site

Exit code: 0 written, 1 the models have problems, 2 it could not be done.
`;

const OPTIONS = {
  out: { type: 'string' },
  models: { type: 'string' },
  title: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `gatewright docs`: returns the exit code. */
export async function runDocs(args: readonly string[]): Promise<number> {
  const line = readCommandLine(args, OPTIONS);
  if (line.kind === 'invalid') return complainOf('docs', line.message);
  if (line.flags.help) return print(USAGE);
  const [odd] = line.words;
  if (odd !== undefined) return complainOf('docs', `Unexpected argument "${odd}".`);
  const { out, title = 'gatewright', url } = line.flags;
  if (typeof out !== 'string' || out === '')
    return complainOf('docs', 'Name the folder to write: --out DIR.');
  const address = typeof url === 'string' ? toSiteUrl(url) : undefined;
  if (typeof url === 'string' && address === undefined)
    return complainOf('docs', `--url must be an http or https address; got ${url}.`);
  if (!hasSiteGenerator())
    return complain(`gatewright docs needs VitePress: npm install --save-dev ${SITE_GENERATOR}\n`);
  const refusal = await whyNoSiteFolder(out);
  if (refusal !== undefined) return complain(`${refusal}\n`);
  const progress = createProgress();
  try {
    const models = line.flags.models ?? readProject().models;
    const folder = typeof models === 'string' ? models : undefined;
    const pages = await writeSite({ out, folder, title: String(title), url: address }, progress);
    progress.end();
    return print(
      `${out}: ${pages} pages.${address === undefined ? ' Without --url there is no sitemap.xml.' : ''}\n`,
    );
  } catch (error) {
    progress.end();
    if (error instanceof Refusal) return complain(`${error.message}\n`);
    if (!(error instanceof ModelsError)) throw error;
    complain(`${error.message}\n`);
    return error.problems.length > 0 ? 1 : 2;
  }
}

/** The address with a slash at its end. */
function toSiteUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname } = new URL(text);
  return /^https?:$/.test(protocol) ? `${origin}${pathname.replace(/\/?$/, '/')}` : undefined;
}

interface SiteOptions {
  readonly out: string;
  readonly folder: string | undefined;
  readonly title: string;
  readonly url: string | undefined;
}

async function writeSite({ out, folder, title, url }: SiteOptions, progress: Progress): Promise<number> {
  progress.step('Reading the contract');
  const prepared = folder === undefined ? undefined : await prepareModels(folder);
  const site = await readSiteContract(prepared?.models ?? []);
  const added = prepared === undefined ? {} : { models: prepared.added };
  await using mock = await startMock({ isFrozen: true, seed: 1, balance: '1000', ...added });
  progress.step('Building the site');
  const { pages } = await buildSite({ ...site, title, url, mock: toSiteMock(mock) }, out);
  return pages;
}
