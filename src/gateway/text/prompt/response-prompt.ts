import type { components } from '../../../../generated/openapi-types.ts';
import { isPdf } from './pdf-address.ts';
import type { Prompt, PromptMessage, PromptPart } from './prompt.ts';

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
      : input.filter(isMessage).map(({ role = 'user', content }) => ({ role, parts: readContent(content) }));
  return { field: 'input', messages: [...first, ...rest] };
}

/** Whether an item of the input is a message; items of an earlier output are not. */
function isMessage({ type }: Schemas['ResponseInputMessage']): boolean {
  return type === undefined || type === 'message';
}

function readContent(content: Schemas['ResponseInputMessage']['content']): readonly PromptPart[] {
  if (content === undefined) return [];
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return content.flatMap((part): readonly PromptPart[] => {
    const read = readPart(part);
    if (!read) return [];
    return [part.cache_control ? { ...read, isCacheMark: true } : read];
  });
}

/** The parts of both dialects that hold a text. */
const TEXTS: readonly string[] = ['input_text', 'output_text', 'text'];

function readPart({ type, text, image_url }: Schemas['ResponseInputPart']): PromptPart | undefined {
  if (type === 'input_image')
    return image_url === undefined || isPdf(image_url) ? undefined : { kind: 'image', address: image_url };
  return TEXTS.includes(type) && text !== undefined ? { kind: 'text', text } : undefined;
}
