import type { components } from '../../../../generated/openapi-types.ts';
import { quote } from '../../../contract/quote.ts';
import { memberPointer, nameOf } from '../../../contract/violations/pointer.ts';
import type { Violation } from '../../../contract/violations/violation.ts';
import type { Attachments } from '../../body/attachments.ts';
import { isPdfData } from './pdf-address.ts';
import type { PromptPart } from './prompt.ts';

type ChatFile = NonNullable<components['schemas']['ChatContentPart']['file']>;

const DATA = 'data:application/pdf;base64,<data>';
const FORMS = { file_url: `an http(s) URL or ${DATA}`, file_data: DATA } as const;

/**
 * The PDF of a `file` part (section 4.5, rule 6): by address or as data. `fileid://` is plain text, as the rule says;
 * any other form would be billed as text of that length, so it is refused.
 */
export function readFile(file: ChatFile, path: string, attachments: Attachments): PromptPart | Violation {
  const name = file.file_url === undefined ? 'file_data' : 'file_url';
  const address = file[name] ?? ''; // according to every chat contract, one of them is there
  if (/^fileid:\/\//i.test(address)) return { kind: 'text', text: address };
  const field = memberPointer(path, name);
  if (isPdfData(address)) return { kind: 'document', address, path: field };
  if (name === 'file_url' && /^https?:\/\//i.test(address)) return { kind: 'document', address, path: field };
  const message = `${nameOf(field)} must be ${FORMS[name]}; got ${quote(attachments.beginningOf(address))}`;
  return { path: field, rule: 'form', message };
}
