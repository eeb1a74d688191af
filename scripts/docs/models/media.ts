import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { isObject, stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { code, codes, duration, number, paragraphs, prose, range, table } from '../markdown.ts';
import type { SiteParts } from '../site.ts';
import { explainMarks, referenceMark } from './provenance.ts';

const SOURCES: Readonly<Record<string, string>> = {
  http: '`http://`',
  https: '`https://`',
  data: 'data URI',
};

/** What references, prompts and texts may be; undefined when nothing is said about them. */
export function describeMedia(
  { id, vocabulary }: ModelSource,
  { ownIds }: Pick<SiteParts, 'ownIds'>,
): string | undefined {
  const fields = toEntries(vocabulary['x-media']).map(([field, media]) =>
    describeField(field, toObject(media)),
  );
  const said = [
    ...fields,
    describePrompt(toObject(vocabulary['x-prompt'])),
    describeText(toObject(vocabulary['x-text']), ownIds.has(id)),
  ];
  const text = paragraphs(said);
  return text.trim() === '' ? undefined : text;
}

function describeField(field: string, media: JsonObject): string {
  const rows: readonly (readonly string[])[] = [
    [
      'Given as',
      stringList(media.sources)
        .map((source) => SOURCES[source] ?? source)
        .join(', '),
    ],
    ['Formats', codes(stringList(media.formats))],
    ['Maximum file size', bytes(media.max_bytes)],
    ['Minimum side length', pixels(media.min_side)],
    ['Recommended side length', range(toObject(media.advised_side), ' pixels') ?? ''],
    ['Area', range(toObject(media.pixels), ' pixels') ?? ''],
    [
      'Ratio',
      isObject(media.ratio) ? `${code(toText(media.ratio.min))} to ${code(toText(media.ratio.max))}` : '',
    ],
  ];
  return paragraphs([
    `### Images in ${code(field)}`,
    table(
      ['Limit', 'Value'],
      rows.filter(([, value]) => value !== ''),
    ),
    toList(media.cases)
      .filter(isObject)
      .map(({ message }) => `- ${prose(separated(toText(message)))}.`)
      .join('\n'),
  ]);
}

/** Long numbers in a text, with separators as in tables. */
function separated(text: string): string {
  return text.replaceAll(/\b\d{5,}\b/g, (digits) => number(Number(digits)));
}

function describePrompt({ field, max_tokens, advised_max_words }: JsonObject): string | undefined {
  if (typeof field !== 'string') return undefined;
  const limits = [
    ...(typeof max_tokens === 'number' ? [`has at most ${number(max_tokens)} tokens`] : []),
    ...(typeof advised_max_words === 'number'
      ? [`should have fewer than ${number(advised_max_words)} English words`]
      : []),
  ];
  return limits.length > 0 ? `The text in ${code(field)} ${limits.join(' and ')}.` : undefined;
}

function describeText(text: JsonObject, isOwn: boolean): string | undefined {
  const count = (value: JsonObject[string]) => number(Number(value));
  const limit = (value: JsonObject[string]) => `${count(toObject(value).max)} tokens`;
  if (!isObject(text.input_tokens)) return undefined;
  const [explicit, implicit, pages] = [text.explicit_cache, text.implicit_cache, text.pdf_page_tokens].map(
    toObject,
  );
  const rows = [
    ['Input', limit(text.input_tokens)],
    ['Output, including thinking', limit(text.output_tokens)],
    ...when(text.explicit_cache, [
      'Explicit cache',
      `at least ${count(explicit?.min_tokens)} tokens, valid for ${duration(Number(explicit?.life_seconds))}`,
    ]),
    ...when(text.implicit_cache, [
      'Implicit cache',
      `hits in blocks of ${count(implicit?.block_tokens)} tokens${referenceMark(implicit?.provenance)}`,
    ]),
    ...when(text.pdf_page_tokens, [
      'PDF page',
      `${count(pages?.a4)} tokens in A4, ${count(pages?.letter)} in US Letter`,
    ]),
  ];
  const limits = table(['Limit', 'Value'], rows);
  return explainMarks(limits, { note: REFERENCE_NOTE, isOwn });
}

const REFERENCE_NOTE =
  'A limit marked “(reference)” is a choice of this contract: the specification gives no number.';

function when(statement: unknown, row: readonly string[]): readonly (readonly string[])[] {
  return statement === undefined ? [] : [row];
}

function bytes(value: JsonObject[string]): string {
  return typeof value === 'number' ? `${number(value / 2 ** 20)} MB (${number(value)} bytes)` : '';
}

function pixels(value: JsonObject[string]): string {
  return typeof value === 'number' ? `${number(value)} pixels` : '';
}
