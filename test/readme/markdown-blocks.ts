import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A fenced block of a Markdown text with the prose before it. */
export interface MarkdownBlock {
  readonly language: string;
  readonly text: string;
  /** The paragraph right before the block. */
  readonly lead: string;
}

/** The fenced blocks of a Markdown text, in order. */
export function readBlocks(markdown: string): readonly MarkdownBlock[] {
  return [...markdown.matchAll(/(?:([^\n]+)\n\n)?```(\w+)\n(.*?)```/gs)].map(
    ([, lead = '', language = '', text = '']) => ({ language, text, lead }),
  );
}

/** The texts of the blocks of a language in a page of this project, in order. */
export function blocksOf(page: string, wanted: string): readonly string[] {
  return readBlocks(readFileSync(resolve(import.meta.dirname, '../..', page), 'utf8'))
    .filter(({ language }) => language === wanted)
    .map(({ text }) => text);
}
