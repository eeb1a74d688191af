import { createHash } from 'node:crypto';

/** One statement of the specification: a sentence, a sentence of a list item, or a data row of a table. */
export interface SpecificationUnit {
  /** The number of its heading, such as `4.4.3`; `0` before the first numbered heading. */
  readonly section: string;
  /** Counts from 1 within the section. */
  readonly ordinal: number;
  readonly text: string;
  readonly digest: string;
}

/** Splits a specification in Markdown into its units, in order. White space is normalised; headings are not units. */
export function splitSpecification(markdown: string): readonly SpecificationUnit[] {
  const units: SpecificationUnit[] = [];
  const counts = new Map<string, number>();
  for (const { section, text } of readTexts(markdown)) {
    const ordinal = (counts.get(section) ?? 0) + 1;
    counts.set(section, ordinal);
    units.push({ section, ordinal, text, digest: digestOf(text) });
  }
  return units;
}

/** The first twelve hexadecimal digits of the SHA-256 of a unit with normalised white space. */
function digestOf(text: string): string {
  return createHash('sha256').update(normalise(text)).digest('hex').slice(0, 12);
}

interface Text {
  readonly section: string;
  readonly text: string;
}

const HEADING = /^#{1,6}\s+(?:(?<number>\d+(?:\.\d+)*)\.?\s)?/;
const DELIMITER_ROW = /^\|(?:\s*:?-+:?\s*\|)+$/;
const LIST_ITEM = /^(?:[-*+]|\d+[.)])\s+/;

function readTexts(markdown: string): readonly Text[] {
  const texts: Text[] = [];
  let section = '0';
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    for (const text of toSentences(paragraph.join(' '))) texts.push({ section, text });
    paragraph = [];
  };
  const lines = markdown.split(/\r?\n/).map((line) => line.trim());
  for (const [index, line] of lines.entries()) {
    const heading = HEADING.exec(line);
    const isTable = line.startsWith('|');
    if (line === '' || heading || isTable || LIST_ITEM.test(line)) endParagraph();
    if (heading) section = heading.groups?.number ?? section;
    else if (isTable) {
      const isHeader = DELIMITER_ROW.test(lines[index + 1] ?? '');
      if (!isHeader && !DELIMITER_ROW.test(line)) texts.push({ section, text: normalise(line) });
    } else if (line !== '') paragraph.push(line.replace(LIST_ITEM, ''));
  }
  endParagraph();
  return texts;
}

/** A sentence ends at a full stop outside code spans and parentheses that white space and the first character of a sentence follow. */
function toSentences(paragraph: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  let depth = 0;
  let isCode = false;
  for (let index = 0; index < paragraph.length; index += 1) {
    const character = paragraph[index];
    if (character === '`') isCode = !isCode;
    else if (isCode) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === '.' && depth === 0 && /^\s+[A-Z`\d]/.test(paragraph.slice(index + 1))) {
      sentences.push(paragraph.slice(start, index + 1));
      start = index + 1;
    }
  }
  return [...sentences, paragraph.slice(start)].map(normalise).filter((sentence) => sentence !== '');
}

function normalise(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
