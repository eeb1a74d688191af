import type { Json, JsonObject } from '../contract.ts';
import { isObject, stringList, toEntries, toObject } from '../json.ts';
import { MESSAGE } from '../keywords.ts';

interface Source {
  readonly pattern: string;
  readonly what: string;
  readonly example: string;
}

const HTTP: Source = {
  pattern: '[hH][tT][tT][pP]://',
  what: 'an http URL',
  example: 'http://images.example.com/boat.png',
};
const HTTPS: Source = {
  pattern: '[hH][tT][tT][pP][sS]://',
  what: 'an https URL',
  example: 'https://images.example.com/boat.png',
};
const WEB: Source = { ...HTTPS, pattern: '[hH][tT][tT][pP][sS]?://', what: 'an http(s) URL' };
const DATA: Source = {
  pattern: '[dD][aA][tT][aA]:[iI][mM][aA][gG][eE]/',
  what: 'an image data URI',
  example: 'data:image/png;base64,<data>',
};

/**
 * Properties whose entries are references (`x-media`) and have no constraint of their own get the pattern of their `sources`, with its
 * message: what the gateway refuses is in the schema.
 */
export function withReferencePatterns(properties: JsonObject, media: Json | undefined): JsonObject {
  const changed = toEntries(media).flatMap(([field, limits]) => {
    const property = properties[field];
    const constraint = referencePattern(stringList(toObject(limits).sources));
    if (!isObject(property) || constraint === undefined || !isFree(property.items)) return [];
    return [[field, { ...property, items: { ...toObject(property.items), ...constraint } }]];
  });
  return { ...properties, ...Object.fromEntries(changed) };
}

function isFree(items: Json | undefined): boolean {
  if (!isObject(items) || items.type !== 'string') return false;
  return ['pattern', 'enum', 'const'].every((keyword) => items[keyword] === undefined);
}

function referencePattern(sources: readonly string[]): JsonObject | undefined {
  const [http, https] = ['http', 'https'].map((name) => sources.includes(name));
  const web = http && https ? [WEB] : [...(http ? [HTTP] : []), ...(https ? [HTTPS] : [])];
  const kinds = [...web, ...(sources.includes('data') ? [DATA] : [])];
  if (kinds.length === 0) return undefined;
  const pattern = kinds.map((kind) => kind.pattern).join('|');
  const [what, examples] = [kinds.map((kind) => kind.what), kinds.map(({ example }) => example)];
  return {
    pattern: `^${kinds.length > 1 ? `(${pattern})` : pattern}`,
    [MESSAGE]: `must be ${what.join(' or ')}, such as ${examples.join(' or ')}`,
  };
}
