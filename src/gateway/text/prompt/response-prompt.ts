import type { components } from '../../../../generated/openapi-types.ts';
import { policies } from '../../../../generated/policies.ts';
import type { Violation } from '../../../contract/violations/violation.ts';
import type { Attachments } from '../../body/attachments.ts';
import { readImageAddress } from './image-address.ts';
import { isPdf } from './pdf-address.ts';
import type { PromptMessage, PromptPart, PromptRead } from './prompt.ts';

type Schemas = components['schemas'];
type ResponseBody = Schemas['ResponseCreateRequest'];

const { max_invalid_entries: MAX_INVALID } = policies.requests;

/** Reads the conversation of a responses call (section 4.6). PDFs, also as images, and unknown parts are ignored without error. */
export function readResponsePrompt(
  { input, instructions }: Pick<ResponseBody, 'input' | 'instructions'>,
  attachments: Attachments,
): PromptRead {
  const violations: Violation[] = [];
  const readContent = (
    content: Schemas['ResponseInputMessage']['content'],
    path: string,
  ): readonly PromptPart[] => {
    if (content === undefined) return [];
    if (typeof content === 'string') return [{ kind: 'text', text: content }];
    return content.flatMap((part, index): readonly PromptPart[] => {
      const read = readPart(part, `${path}/${index}`, attachments);
      if (read && 'rule' in read && violations.length < MAX_INVALID) violations.push(read);
      return read && !('rule' in read) ? [read] : [];
    });
  };
  const first: readonly PromptMessage[] =
    instructions === undefined ? [] : [{ role: 'system', parts: [{ kind: 'text', text: instructions }] }];
  const rest: readonly PromptMessage[] =
    typeof input === 'string'
      ? [{ role: 'user', parts: [{ kind: 'text', text: input }] }]
      : input.flatMap((item, index) => {
          const { role = 'user', content } = item;
          return isMessage(item) ? [{ role, parts: readContent(content, `/input/${index}/content`) }] : [];
        });
  return { prompt: { field: 'input', messages: [...first, ...rest] }, violations };
}

/** Whether an item of the input is a message; items of an earlier output are not. */
function isMessage({ type }: Schemas['ResponseInputMessage']): boolean {
  return type === undefined || type === 'message';
}

/** The parts of both dialects that hold a text. */
const TEXTS: readonly string[] = ['input_text', 'output_text', 'text'];

function readPart(
  { type, text, image_url }: Schemas['ResponseInputPart'],
  path: string,
  attachments: Attachments,
): PromptPart | Violation | undefined {
  if (type === 'input_image')
    return image_url && !isPdf(attachments.beginningOf(image_url))
      ? readImageAddress(image_url, `${path}/image_url`, attachments)
      : undefined;
  return TEXTS.includes(type) && text !== undefined ? { kind: 'text', text } : undefined;
}
