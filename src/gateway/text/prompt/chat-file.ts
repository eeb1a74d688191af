import type { components } from '../../../../generated/openapi-types.ts';
import { memberPointer } from '../../../contract/violations/pointer.ts';
import type { PromptPart } from './prompt.ts';

type ChatFile = NonNullable<components['schemas']['ChatContentPart']['file']>;

/** The PDF of a `file` part (section 4.5, rule 6): by address or as data. `fileid://` is plain text, as the rule says. */
export function readFile(file: ChatFile, path: string): PromptPart {
  const name = file.file_url === undefined ? 'file_data' : 'file_url';
  const address = file[name] ?? ''; // according to every chat contract, one of them is there
  return /^fileid:\/\//i.test(address)
    ? { kind: 'text', text: address }
    : { kind: 'document', address, path: memberPointer(path, name) };
}
