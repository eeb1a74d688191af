import { quote } from '../../../contract/quote.ts';
import { nameOf } from '../../../contract/violations/pointer.ts';
import type { Violation } from '../../../contract/violations/violation.ts';
import type { Attachments } from '../../body/attachments.ts';
import type { PromptPart } from './prompt.ts';

/** An image of a prompt. It is counted and never fetched, so only the form of its address is checked. */
export function readImageAddress(
  address: string,
  path: string,
  attachments: Attachments,
): PromptPart | Violation {
  const beginning = attachments.beginningOf(address);
  if (/^(?:https?:\/\/|data:)/i.test(beginning)) return { kind: 'image', address };
  const message = `${nameOf(path)} must be an http(s) URL or data:image/<format>;base64,<data>; got ${quote(beginning)}`;
  return { path, rule: 'form', message };
}
