import { inHtml } from '../markdown.ts';
import type { SitePage } from '../site.ts';

/** What search engines show of a page, at most. */
const LENGTH = 160;

/** The page with its first paragraph, after that on its readers, as the description for search engines and previews of links. */
export function withDescription({ path, text }: SitePage): SitePage {
  const description = describe(text);
  if (description === '') return { path, text };
  const line = `description: ${JSON.stringify(inHtml(description))}`;
  const isMarked = text.startsWith('---\n');
  return { path, text: isMarked ? text.replace('---\n', `---\n${line}\n`) : `---\n${line}\n---\n\n${text}` };
}

function describe(text: string): string {
  const [, , after = ''] = /^(---\n.*?\n---\n)?(.*)$/s.exec(text) ?? [];
  const paragraphs = after.split(/\n{2,}/).map((paragraph) => paragraph.trim());
  const prose = paragraphs.filter((paragraph) => /^[\p{L}"`*[]/u.test(paragraph));
  const first = prose.find((paragraph) => !paragraph.startsWith('For ')) ?? prose[0] ?? '';
  const words = first
    .replaceAll(/\[([^\]]*)\]\([^)]*\)(?:\{[^}]*\})?/g, '$1')
    .replaceAll(/<[^>]*>|[`*]/g, '')
    .replaceAll(/&#(\d+);/g, (_all, number: string) => String.fromCodePoint(Number(number)))
    .replaceAll(/\s+/g, ' ');
  return words.length <= LENGTH ? words : `${words.slice(0, LENGTH).replace(/\s+\S*$/, '')} \u2026`;
}
