import { type JsonObject, toObject } from '../suite/json.ts';
import { baseOf, keepsRules, properties } from './model-bodies.ts';

/** A text at a limit of the model file or just beyond it. */
export interface TextLength {
  readonly field: string;
  readonly edge: string;
  readonly allowed: boolean;
  readonly length: string;
  readonly body: JsonObject;
}

/** Longer texts take longer to send than the check is worth. */
const MAX_CHARACTERS = 200_000;
const MAX_WORDS = 100_000;

/** Every limit of the length of a text: characters of a field, tokens of a prompt, tokens of a conversation. */
export function textLengths(model: JsonObject): readonly TextLength[] {
  return [...properties(model).flatMap((property) => characters(model, property)), ...tokens(model)];
}

function characters(
  model: JsonObject,
  [field, schema]: readonly [string, JsonObject],
): readonly TextLength[] {
  const { minLength: least, maxLength: most } = schema;
  const isFree = !['enum', 'const', 'pattern', 'format'].some((keyword) => keyword in schema);
  if (schema.type !== 'string' || !isFree) return [];
  const edge = (name: string, length: number, allowed: boolean): readonly TextLength[] => {
    // Letters only: a gateway may trim spaces.
    const body = { ...baseOf(model), [field]: { $text: { characters: length, of: 'a' } } };
    const isRefused = allowed && !keepsRules(model, { ...body, [field]: 'a'.repeat(length) });
    return isRefused ? [] : [{ field, edge: name, allowed, length: `${length} characters`, body }];
  };
  return [
    ...(typeof least === 'number' && least > 0
      ? [...edge('shortest', least, true), ...edge('too-short', least - 1, false)]
      : []),
    ...(typeof most === 'number' && most <= MAX_CHARACTERS
      ? [...edge('longest', most, true), ...edge('too-long', most + 1, false)]
      : []),
  ];
}

/** A word has at least one token, whatever counts them, so that one word more than there may be tokens is too long. */
function tokens(model: JsonObject): readonly TextLength[] {
  const { field, max_tokens: most } = toObject(model.prompt);
  const { max: read } = toObject(toObject(model.text).input_tokens);
  const edge = (name: string, limit: number, body: (text: JsonObject) => JsonObject): TextLength => ({
    field: name,
    edge: 'too-many-tokens',
    allowed: false,
    length: `${limit + 1} words`,
    body: { ...baseOf(model), ...body({ $text: { words: limit + 1 } }) },
  });
  return [
    ...(typeof most === 'number' && most < MAX_WORDS
      ? [edge(String(field), most, (text) => ({ [String(field)]: text }))]
      : []),
    ...(typeof read === 'number' && read < MAX_WORDS
      ? [edge('messages', read, (text) => ({ messages: [{ role: 'user', content: text }] }))]
      : []),
  ];
}
