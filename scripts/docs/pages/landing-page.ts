import { toObject, toText } from '../../contract/json.ts';
import { toLink } from '../build/site-settings.ts';
import { block, paragraphs, plain, prose } from '../markdown.ts';
import type { Group } from '../navigation.ts';
import type { SitePage, SiteParts } from '../site.ts';

/** Makes a picture with the mock. */
export const FIRST_CALL =
  'npx gatewright image --model qx-image-3.0 --prompt "A lighthouse at dawn" --out lighthouse.png';

/** The first page: what this is, a first call, and where each reader goes on. */
export function landingPage({ contract, title }: SiteParts, groups: readonly Group[]): SitePage {
  const info = toObject(contract.document.info);
  const cards = groups.map(({ text, readers, entries }) => {
    const links = entries.map((entry) => `- [${plain(entry.text)}](${toLink(entry.path)})`);
    return `<div class="card">\n\n### ${plain(text)}\n\n${plain(readers)}\n\n${links.join('\n')}\n\n</div>`;
  });
  const text = paragraphs([
    '---\nsidebar: false\naside: false\nnext: false\npageClass: landing\n---',
    `# ${plain(title)}`,
    `<p class="tagline">${prose(toText(info.summary))}</p>`,
    'For a picture or a clip, a program submits a request and gets a task, which ends with files and a price; text is answered at once, whole or as a stream. This site has what every model accepts, makes and costs, and how to try all of it on your own machine, without an account and without paying.',
    `<div class="actions">\n\n[The first call](/first-call) [Models and prices](/models/) <span class="vp-raw">[Reference](/reference.html)</span>\n\n</div>`,
    '## A first call',
    'Start the mock in one terminal. It has every model, and its key is public:',
    block('sh', 'npx gatewright mock'),
    'Make an image in another terminal. The command shows the price, waits, and saves the file:',
    block('sh', FIRST_CALL),
    '## Where to go next',
    `<div class="cards">\n\n${cards.join('\n\n')}\n\n</div>`,
  ]);
  return { path: 'index.md', text };
}
