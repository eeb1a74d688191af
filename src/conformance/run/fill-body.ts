import { makeWords, repeatWord } from '../language/words.ts';
import { toDataUri } from '../peers/reference-file.ts';
import { Unproven } from '../steps/step-result.ts';
import { isObject, type Json, type JsonObject } from '../suite/json.ts';

/**
 * Replaces `$image`, `$url`, `$pdf` and `$text` in a body with addresses, data URIs and text. `media` is where the target fetches them.
 * Throws `Unproven` when that is required and impossible.
 */
export async function fillBody(value: Json, media: string | undefined): Promise<Json> {
  if (Array.isArray(value)) return Promise.all(value.map((item: Json) => fillBody(item, media)));
  if (!isObject(value)) return value;
  const made = await makeMedia(value, media);
  if (made !== undefined) return made;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, member]) => [name, await fillBody(member as Json, media)])),
  );
}

async function makeMedia(value: JsonObject, media: string | undefined): Promise<Json | undefined> {
  if (typeof value.$image === 'string') return makeImage(value.$image, media);
  if (typeof value.$url === 'string') return `${reachable(media)}${value.$url}`;
  if (isObject(value.$pdf)) return makePdf(value.$pdf, media);
  if (isObject(value.$text)) return makeText(value.$text);
  return undefined;
}

async function makeImage(name: string, media: string | undefined): Promise<string> {
  const as = new URL(name, 'http://media.invalid/').searchParams.get('as');
  if (as === 'url' || (as === null && media)) return `${reachable(media)}/${name}`;
  return toDataUri(name);
}

async function makePdf(
  { pages = 1, size = 'letter', as }: JsonObject,
  media: string | undefined,
): Promise<string> {
  const name = `${pages}-pages-${size}.pdf`;
  return as === 'url' ? `${reachable(media)}/${name}` : toDataUri(name);
}

function makeText({ characters, words, of }: JsonObject): string {
  if (words !== undefined)
    return of === undefined ? makeWords(Number(words)) : repeatWord(String(of), Number(words));
  if (of !== undefined) return String(of).repeat(Number(characters));
  return 'a paper boat '.repeat(Math.ceil(Number(characters) / 13)).slice(0, Number(characters));
}

function reachable(media: string | undefined): string {
  if (media === undefined) throw new Unproven('the target cannot fetch references from the runner');
  return media;
}
