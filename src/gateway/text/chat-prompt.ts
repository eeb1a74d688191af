import type { components } from '../../../generated/openapi-types.ts';
import type { Prompt, PromptPart } from './prompt.ts';

type ChatMessage = components['schemas']['ChatMessage'];
type ContentPart = components['schemas']['ChatContentPart'];
type PdfFile = NonNullable<ContentPart['file']>;

/** The conversation of a chat completion (section 4.5). Parts of unknown kinds without a text are ignored. */
export function readChatPrompt(messages: readonly ChatMessage[]): Prompt {
  return {
    field: 'messages',
    messages: messages.map(({ role, content }, index) => ({
      role,
      parts: readContent(content, `/messages/${index}/content`),
    })),
  };
}

function readContent(content: ChatMessage['content'], path: string): readonly PromptPart[] {
  if (content === undefined) return [];
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return content.flatMap((part, index): readonly PromptPart[] => {
    const read = readPart(part, `${path}/${index}`);
    if (!read) return [];
    return [part.cache_control ? { ...read, isCacheMark: true } : read];
  });
}

function readPart(part: ContentPart, path: string): PromptPart | undefined {
  if (part.type === 'image_url') return part.image_url && { kind: 'image', address: part.image_url.url };
  if (part.type === 'file') return part.file && readFile(part.file, `${path}/file`);
  return part.text === undefined ? undefined : { kind: 'text', text: part.text };
}

/** A PDF by address or as data; `fileid://` and every other form is plain text (section 4.5, rule 6). */
function readFile({ file_url, file_data }: PdfFile, path: string): PromptPart | undefined {
  const [name, address] = file_url === undefined ? ['file_data', file_data] : ['file_url', file_url];
  if (address === undefined) return undefined;
  const isDocument = isPdfData(address) || (name === 'file_url' && /^https?:\/\//i.test(address));
  return isDocument
    ? { kind: 'document', address, path: `${path}/${name}` }
    : { kind: 'text', text: address };
}

function isPdfData(address: string): boolean {
  return /^data:application\/pdf;base64,/i.test(address);
}
