import { isMap, isScalar, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { stringList } from '../contract/json.ts';

/** The longest line for a list on one line, as the formatter has it. */
const LINE_WIDTH = 110;

/**
 * The text of a requirement file with `verified_by` of every entry set to its cases, and removed where there are none.
 * Everything else stays as it is: comments, order, line breaks. An untestable entry gets none.
 */
export function writeVerifiedBy(text: string, cases: ReadonlyMap<string, readonly string[]>): string {
  const { contents } = parseDocument(text);
  const entries = isSeq(contents) ? contents.items.filter((item): item is YAMLMap.Parsed => isMap(item)) : [];
  return entries
    .toReversed() // so that the offsets of the entries before stay right
    .reduce((current, entry) => writeEntry(current, entry, cases), text);
}

function writeEntry(
  text: string,
  entry: YAMLMap.Parsed,
  cases: ReadonlyMap<string, readonly string[]>,
): string {
  const wanted = entry.has('untestable') ? [] : (cases.get(String(entry.get('id'))) ?? []);
  const present = entry.toJSON() as { readonly verified_by?: string[] }; // a map gives an object
  if (stringList(present.verified_by).join() === wanted.join()) return text;
  const bare = removeMember(text, entry);
  if (wanted.length === 0) return bare.text;
  return `${bare.text.slice(0, bare.end)}\n${toLines(wanted)}${bare.text.slice(bare.end)}`;
}

/** The text without the member, and the end of the line on which the member before it ends. */
function removeMember(text: string, entry: YAMLMap.Parsed): { readonly text: string; readonly end: number } {
  const index = entry.items.findIndex(({ key }) => isScalar(key) && key.value === 'verified_by');
  const kept = index === -1 ? entry.items.length - 1 : index - 1;
  if (kept < 0) throw new Error('An entry must begin with its id, not with verified_by.');
  const end = endOfLine(text, endOfMember(entry, kept, text));
  if (index === -1) return { text, end };
  const memberEnd = endOfLine(text, endOfMember(entry, index, text));
  return { text: text.slice(0, end) + text.slice(memberEnd), end };
}

function endOfMember(entry: YAMLMap.Parsed, index: number, text: string): number {
  const end = entry.items[index]?.value?.range[1];
  if (end === undefined) throw new Error('A member of an entry has no value.');
  return text.slice(0, end).trimEnd().length; // a block scalar ends after its line break
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

function toLines(cases: readonly string[]): string {
  const line = `  verified_by: [${cases.join(', ')}]`;
  return line.length <= LINE_WIDTH ? line : `  verified_by:\n${cases.map((id) => `    - ${id}`).join('\n')}`;
}
