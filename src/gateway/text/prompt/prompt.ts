import type { TextJob } from '../../ports/text/text-engine.ts';

interface Markable {
  /** Whether explicitly cached content ends here (section 4.5, rule 4). */
  readonly isCacheMark?: boolean;
}

/** A PDF, by address or as data. */
export interface DocumentPart extends Markable {
  readonly kind: 'document';
  readonly address: string;
  /** JSON pointer of the address in the request body. */
  readonly path: string;
}

/** One part of a message, independent of the API dialect. */
export type PromptPart =
  | DocumentPart
  | (Markable & { readonly kind: 'text'; readonly text: string })
  | (Markable & { readonly kind: 'image'; readonly address: string });

export interface PromptMessage {
  readonly role: string;
  readonly parts: readonly PromptPart[];
}

/** A conversation, and the request field that contains it. */
export interface Prompt {
  readonly field: 'messages' | 'input';
  readonly messages: readonly PromptMessage[];
}

/** The conversation as plain text, message by message. */
export function plainMessages({ messages }: Prompt): TextJob['messages'] {
  return messages.map(({ role, parts }) => ({
    role,
    text: parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n'),
  }));
}

/** The PDFs of a conversation, in order. */
export function documentsOf({ messages }: Prompt): readonly DocumentPart[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.kind === 'document'));
}

/** How many input images a conversation has, not counting PDF pages. */
export function countImages({ messages }: Prompt): number {
  return messages.reduce((sum, { parts }) => sum + parts.filter(({ kind }) => kind === 'image').length, 0);
}

/** The parts of the content of a message: a text is one part; parts that `read` does not know are left out. */
export function readParts<Part extends { readonly cache_control?: unknown }>(
  content: string | readonly Part[] | undefined,
  read: (part: Part, index: number) => PromptPart | undefined,
): readonly PromptPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return (content ?? []).flatMap((part, index): readonly PromptPart[] => {
    const known = read(part, index);
    if (!known) return [];
    return [part.cache_control ? { ...known, isCacheMark: true } : known];
  });
}
