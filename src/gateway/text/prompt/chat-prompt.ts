import type { components } from '../../../../generated/openapi-types.ts';
import { memberPointer } from '../../../contract/violations/pointer.ts';
import { type Prompt, type PromptPart, readParts } from './prompt.ts';

type ChatMessage = components['schemas']['ChatMessage'];
type ContentPart = components['schemas']['ChatContentPart'];

/** Reads the conversation of a chat completion (section 4.5). Parts of unknown kinds without a text are ignored. */
export function readChatPrompt(messages: readonly ChatMessage[]): Prompt {
  const read = messages.map(({ role, content }, index) => ({
    role,
    parts: readParts(content, (part, place) => readPart(part, `/messages/${index}/content/${place}`)),
  }));
  return { field: 'messages', messages: read };
}

function readPart({ type, image_url, file, text }: ContentPart, path: string): PromptPart | undefined {
  if (type === 'image_url') return image_url && { kind: 'image', address: image_url.url };
  if (type === 'file') return file && readFile(file, `${path}/file`);
  return text === undefined ? undefined : { kind: 'text', text };
}

/** The PDF of a `file` part (section 4.5, rule 6): by address or as data. `fileid://` is plain text, as the rule says. */
function readFile(file: NonNullable<ContentPart['file']>, path: string): PromptPart {
  const name = file.file_url === undefined ? 'file_data' : 'file_url';
  const address = file[name] ?? ''; // according to every chat contract, one of them is there
  return /^fileid:\/\//i.test(address)
    ? { kind: 'text', text: address }
    : { kind: 'document', address, path: memberPointer(path, name) };
}
