import type { components } from '../../../../generated/openapi-types.ts';
import { type Prompt, type PromptMessage, type PromptPart, readParts } from './prompt.ts';

type Schemas = components['schemas'];
type ResponseBody = Schemas['ResponseCreateRequest'];

/** Reads the conversation of a responses call (section 4.6). PDFs, also as images, and unknown parts are ignored without error. */
export function readResponsePrompt({
  input,
  instructions,
}: Pick<ResponseBody, 'input' | 'instructions'>): Prompt {
  const first: readonly PromptMessage[] =
    instructions === undefined ? [] : [{ role: 'system', parts: [{ kind: 'text', text: instructions }] }];
  const rest: readonly PromptMessage[] =
    typeof input === 'string'
      ? [{ role: 'user', parts: [{ kind: 'text', text: input }] }]
      : input
          .filter(isMessage)
          .map(({ role = 'user', content }) => ({ role, parts: readParts(content, readPart) }));
  return { field: 'input', messages: [...first, ...rest] };
}

/** Whether an item of the input is a message; items of an earlier output are not. */
function isMessage({ type }: Schemas['ResponseInputMessage']): boolean {
  return type === undefined || type === 'message';
}

/** The parts of both dialects that hold a text. */
const TEXTS: readonly string[] = ['input_text', 'output_text', 'text'];

function readPart({ type, text, image_url }: Schemas['ResponseInputPart']): PromptPart | undefined {
  if (type === 'input_image')
    return image_url === undefined || isPdf(image_url) ? undefined : { kind: 'image', address: image_url };
  return TEXTS.includes(type) && text !== undefined ? { kind: 'text', text } : undefined;
}

/** A media type or file name of a PDF. */
const NAMED = /^(?:data:[^,]{0,100}pdf|[^?#]{0,1000}\.pdf(?:[?#]|$))/i;
/** `%PDF-` in base64: the sixth character also encodes part of what follows. */
const MARKED = /^(?:[dD][aA][tT][aA]:[^,]{0,100},)?JVBERi/;

/** Whether an address, in any form, looks like a PDF: by media type, first bytes or extension. The schemas of parts have the same patterns. */
export function isPdf(address: string): boolean {
  return NAMED.test(address) || MARKED.test(address);
}
