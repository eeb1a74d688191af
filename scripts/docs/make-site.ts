import { toObject, toText } from '../contract/json.ts';
import { emitAddedModels } from '../own-models/emit-added-models.ts';
import { listDownloads } from './build/downloads.ts';
import { changesPage } from './history/changes-page.ts';
import { modelPages } from './models/model-pages.ts';
import type { Group } from './navigation.ts';
import { answerFieldsPage } from './pages/answer-fields.ts';
import { withDescription } from './pages/description.ts';
import { downloadsPage } from './pages/downloads-page.ts';
import { errorPages } from './pages/error-pages.ts';
import { landingPage } from './pages/landing-page.ts';
import { llmsFiles } from './pages/llms.ts';
import { readGuides } from './pages/read-guides.ts';
import { tryItPage } from './pages/try-it.ts';
import type { SiteFile, SitePage, SiteParts } from './site.ts';

/** Everything of a site before it is rendered. */
export interface Site {
  readonly pages: readonly SitePage[];
  /** Served as they are. */
  readonly files: readonly SiteFile[];
  /** What pages and the theme name relative to themselves: pictures, and the models of a user as a module. */
  readonly sources: readonly SiteFile[];
  /** Groups beside a page, by the beginning of its address. */
  readonly sidebars: Readonly<Record<string, readonly Group[]>>;
  readonly description: string;
}

/** Makes the pages and files of a site from the contract, the mock and the guides. */
export async function makeSite(parts: SiteParts): Promise<Site> {
  const { contract } = parts;
  const downloads = await listDownloads(contract);
  const served = new Set(downloads.map(({ path }) => path));
  const [guides, models] = await Promise.all([readGuides(served), modelPages(parts)]);
  const errors = errorPages(contract);
  const groups = [models.group, ...guides.groups];
  const pages = [
    landingPage(parts, groups),
    ...models.pages,
    ...errors.pages,
    ...guides.pages,
    answerFieldsPage(contract),
    changesPage(parts),
    tryItPage(parts),
    downloadsPage(contract, served),
  ].map((page) => withDescription(page));
  const files = [...downloads, ...models.files];
  return {
    pages,
    files: [...files, ...llmsFiles(parts, { pages, groups: [...groups, errors.group] })],
    sources: [...guides.files, ...(await modelsModule(parts))],
    sidebars: { '/errors/': [errors.group], '/decisions/': [guides.decisions], '/': groups },
    description: toText(toObject(contract.document.info).summary),
  };
}

/** The calculator needs no document. */
async function modelsModule({ contract, ownIds }: SiteParts): Promise<readonly SiteFile[]> {
  const { text } = await emitAddedModels(contract, ownIds);
  return [
    { path: '.vitepress/theme/models.mjs', bytes: text },
    { path: '.vitepress/theme/openapi.mjs', bytes: 'export default {};\n' },
  ];
}
