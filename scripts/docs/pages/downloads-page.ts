import type { Contract } from '../../contract/contract.ts';
import { paragraphs, plain, table } from '../markdown.ts';
import type { SitePage } from '../site.ts';

/** What the documents are for. */
const DOCUMENTS: readonly (readonly [path: string, use: string])[] = [
  ['openapi.json', 'OpenAPI 3.1: everything, for tools and validators'],
  ['openapi.yaml', 'the same as YAML'],
  ['openapi-3.2.json', 'OpenAPI 3.2, which describes the events of streams'],
  ['openapi-3.2.yaml', 'the same as YAML'],
  ['openapi.sdk.json', 'OpenAPI 3.1 for SDK generators'],
  ['openapi.sdk-3.0.json', 'OpenAPI 3.0 for SDK generators'],
  ['openapi.sdk-flat-3.0.json', 'OpenAPI 3.0 without unions, for generators that do not support them'],
];

/** The page of files to download. */
export function downloadsPage({ models }: Contract, served: ReadonlySet<string>): SitePage {
  const missing = DOCUMENTS.filter(([path]) => !served.has(path));
  if (missing.length > 0) throw new Error(`The site has no ${missing.map(([path]) => path).join(', ')}.`);
  const text = paragraphs([
    '# Downloads',
    'For programs that read the contract: generators, validators and language models. The documents and schemas are made from the same files as these pages, and the gateway validates requests with them.',
    table(
      ['Document', 'For'],
      DOCUMENTS.map(([path, use]) => [toLink(path, path), use]),
    ),
    '## Schemas of requests',
    'JSON Schema 2020-12 of the parameters of each model; limits that JSON Schema cannot express are keywords that begin with `x-`.',
    table(
      ['Model', 'Schema'],
      models.map(({ id }) => [plain(id), toLink(`schemas/${id}.json`, `${id}.json`)]),
    ),
    '## For language models',
    `${toLink('llms.txt', 'llms.txt')} lists the pages of this site, ${toLink('llms-full.txt', 'llms-full.txt')} has their text, except for the reference and the long tables of the conformance suite and the benchmark.`,
  ]);
  return { path: 'downloads.md', text };
}

/** Relative: VitePress does not put the base of the site in front of links with `download`. */
function toLink(path: string, text: string): string {
  return `[${plain(text)}](./${path}){download=""}`;
}
