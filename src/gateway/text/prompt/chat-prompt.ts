import type { components } from '../../../../generated/openapi-types.ts';
import { readFile } from './chat-file.ts';
import type { Prompt, PromptPart } from './prompt.ts';

type ChatMessage = components['schemas']['ChatMessage'];
type ContentPart = components['schemas']['ChatContentPart'];

/** Reads the conversation of a chat completion (section 4.5). Parts of unknown kinds without a text are ignored. */
export function readChatPrompt(messages: readonly ChatMessage[]): Prompt {
  const read = messages.map(({ role, content }, index) => ({
    role,
    parts: readContent(content, `/messages/${index}/content`),
  }));
  return { field: 'messages', messages: read };
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

function readPart({ type, image_url, file, text }: ContentPart, path: string): PromptPart | undefined {
  if (type === 'image_url') return image_url && { kind: 'image', address: image_url.url };
  if (type === 'file') return file && readFile(file, `${path}/file`);
  return text === undefined ? undefined : { kind: 'text', text };
}
