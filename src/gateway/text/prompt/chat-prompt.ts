import type { components } from '../../../../generated/openapi-types.ts';
import { policies } from '../../../../generated/policies.ts';
import { nameOf } from '../../../contract/violations/pointer.ts';
import type { Violation } from '../../../contract/violations/violation.ts';
import type { Attachments } from '../../body/attachments.ts';
import { readFile } from './chat-file.ts';
import { readImageAddress } from './image-address.ts';
import { isPdf } from './pdf-address.ts';
import type { PromptPart, PromptRead } from './prompt.ts';

type ChatMessage = components['schemas']['ChatMessage'];
type ContentPart = components['schemas']['ChatContentPart'];

const { max_invalid_entries: MAX_INVALID } = policies.requests;

/** Reads the conversation of a chat completion (section 4.5). Parts of unknown kinds without a text are ignored. */
export function readChatPrompt(messages: readonly ChatMessage[], attachments: Attachments): PromptRead {
  const violations: Violation[] = [];
  const readContent = (content: ChatMessage['content'], path: string): readonly PromptPart[] => {
    if (content === undefined) return [];
    if (typeof content === 'string') return [{ kind: 'text', text: content }];
    return content.flatMap((part, index): readonly PromptPart[] => {
      const read = readPart(part, `${path}/${index}`, attachments);
      if (read && 'rule' in read && violations.length < MAX_INVALID) violations.push(read);
      if (!read || 'rule' in read) return [];
      return [part.cache_control ? { ...read, isCacheMark: true } : read];
    });
  };
  const read = messages.map(({ role, content }, index) => ({
    role,
    parts: readContent(content, `/messages/${index}/content`),
  }));
  return { prompt: { field: 'messages', messages: read }, violations };
}

function readPart(
  part: ContentPart,
  path: string,
  attachments: Attachments,
): PromptPart | Violation | undefined {
  if (part.type === 'image_url')
    return part.image_url && readImage(part.image_url.url, `${path}/image_url/url`, attachments);
  if (part.type === 'file') return part.file && readFile(part.file, `${path}/file`, attachments);
  return part.text === undefined ? undefined : { kind: 'text', text: part.text };
}

function readImage(address: string, path: string, attachments: Attachments): PromptPart | Violation {
  if (!isPdf(attachments.beginningOf(address))) return readImageAddress(address, path, attachments);
  return { path, rule: 'media_type', message: `${nameOf(path)} is a PDF: send it as a part of type file` };
}
