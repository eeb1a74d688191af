import { policies } from '../../../generated/policies.ts';
import { askMisspelling } from '../../contract/names/closest-name.ts';
import { LONGEST_TEXT } from './canonical-json.ts';
import { createStringScan, QUOTE } from './scan-body.ts';

const utf8 = new TextDecoder();
const { max_misspelled_characters: LONGEST_NAME } = policies.wording;
const { max_unknown_fields: MAX_MEMBERS } = policies.requests;

/** Asks, at the end of a message, whether a media field was misspelled as a member that has long strings; empty when none is close. */
export function askLongMember(bytes: Uint8Array, mediaFields: readonly string[]): string {
  const names = [...longMembers(bytes)].filter((name) => !mediaFields.includes(name));
  const asked = mediaFields.map((field) => askMisspelling(field, names, field));
  return asked.find((question) => question !== '') ?? '';
}

/** The members of a JSON object whose values are or contain long strings. */
function longMembers(bytes: Uint8Array): ReadonlySet<string> {
  const strings = createStringScan(bytes);
  const found = new Set<string>();
  let depth = 0;
  let last: readonly [number, number] = [0, 0];
  let member = last;
  for (let index = 0; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case QUOTE: {
        last = [index + 1, strings.endOf(index + 1)];
        const [start, end] = last;
        const isNamed = member[1] - member[0] <= LONGEST_NAME && found.size < MAX_MEMBERS;
        if (isNamed && end - start > LONGEST_TEXT) found.add(utf8.decode(bytes.subarray(...member)));
        index = end;
        break;
      }
      case 0x3a: // :
        if (depth === 1) member = last;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
  return found;
}
