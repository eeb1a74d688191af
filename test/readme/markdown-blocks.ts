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
