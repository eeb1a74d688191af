import { toObject, toText } from '../../contract/json.ts';
import type { Group } from '../navigation.ts';
import type { SiteFile, SitePage, SiteParts } from '../site.ts';

/** Pages that say more about the project than about the gateway. */
const LEFT_OUT =
  /^(?:decisions\/|conformance-(?:requirements|mutants)|mutation-testing|bench|releases|index)/;

/** `llms.txt`, a list of the pages for language models, and `llms-full.txt`, their text. */
export function llmsFiles(
  { contract, title, url }: SiteParts,
  { pages, groups }: { readonly pages: readonly SitePage[]; readonly groups: readonly Group[] },
): readonly SiteFile[] {
  const head = `# ${title}\n\n> ${toText(toObject(contract.document.info).summary)}\n`;
  const place = (path: string) => `${url ?? '/'}${toAddress(path)}`;
  const lists = groups.map(
    ({ text, entries }) =>
      `## ${text}\n\n${entries.map((entry) => `- [${entry.text}](${place(entry.path)})`).join('\n')}\n`,
  );
  const listed = new Set(groups.flatMap(({ entries }) => entries.map(({ path }) => path)));
  const others = pages.filter(({ path }) => !listed.has(path) && !/^(?:index|decisions\/)/.test(path));
  const more = `## More\n\n${others.map(({ path, text }) => `- [${toTitle(text)}](${place(path)})`).join('\n')}\n- [Reference](${place('reference.html')})\n`;
  const documents = `## Documents\n\n- [OpenAPI 3.1](${place('openapi.json')})\n`;
  const texts = pages.filter(({ path }) => !LEFT_OUT.test(path)).map(({ text }) => toPlainText(text));
  return [
    { path: 'llms.txt', bytes: [head, ...lists, more, documents].join('\n') },
    { path: 'llms-full.txt', bytes: [head, ...texts].join('\n\n') },
  ];
}

function toTitle(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

/** Pages have the ending of HTML. */
function toAddress(path: string): string {
  return path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html');
}

/** Without what only browsers understand, and without data that is in the documents. */
function toPlainText(text: string): string {
  return text
    .replace(/^---\n.*?\n---\n/s, '')
    .replaceAll(/<details class="schema">.*?<\/details>/gs, '')
    .replaceAll(/<(?:ClientOnly|figure|svg|div class="sizes").*?<\/(?:ClientOnly|figure|svg|div)>/gs, '')
    .replaceAll(/<\/?[a-z][^>]*>|<Badge[^>]*>/gi, '')
    .replaceAll(/&#(\d+);/g, (_all, number: string) => String.fromCodePoint(Number(number)))
    .replaceAll(/^::: .*$|^:::$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
