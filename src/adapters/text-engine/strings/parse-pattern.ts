import { type AST, RegExpParser } from '@eslint-community/regexpp';

const parser = new RegExpParser();

/** Reads a regular expression that is valid with the flag `u`. */
export function parsePattern(pattern: string): AST.Pattern {
  return parser.parsePattern(pattern, 0, pattern.length, { unicode: true });
}

/** The flags of every pattern of a JSON Schema. */
export function parseFlags(): AST.Flags {
  return parser.parseFlags('u');
}
