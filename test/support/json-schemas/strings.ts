const string = (more: object) => ({ type: 'string', ...more });

/** Strings with patterns, lengths and formats, each alone and together. */
export const strings: Readonly<Record<string, object>> = {
  'letters with a minimum length': string({ pattern: '^[a-z]+$', minLength: 10 }),
  'letters between two lengths': string({ pattern: '^[a-z]+$', minLength: 10, maxLength: 20 }),
  'digits with a minimum length': string({ pattern: '^\\d+$', minLength: 15 }),
  'digits as a class': string({ pattern: '^[0-9]+$', minLength: 8 }),
  'one letter, repeated': string({ pattern: '^a+$', minLength: 20, maxLength: 22 }),
  'a slug of some length': string({ pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', minLength: 10, maxLength: 20 }),
  'word characters': string({ pattern: '^\\w+$', minLength: 12 }),
  'any characters, counted': string({ pattern: '^.{50,60}$' }),
  'any characters, many': string({ pattern: '^.*$', minLength: 100 }),
  'no space, an at sign, long': string({ pattern: '^\\S+@\\S+$', minLength: 30 }),
  'letters of any script': string({ pattern: '^\\p{L}+$' }),
  'a name and a number': string({ pattern: '^\\p{Lu}\\p{Ll}+ \\d{2}$' }),
  'a script without letters of ASCII': string({ pattern: '^\\p{Script=Hiragana}{2,4}$' }),
  emoji: string({ pattern: '^[\\u{1F600}-\\u{1F64F}]{2}$' }),
  'a group repeated': string({ pattern: '^([a-z])\\1$' }),
  'a quoted text': string({ pattern: '^(?<q>["\'])\\w{3}\\k<q>$' }),
  'a long group repeated': string({ pattern: '^(\\w{9})x\\1$' }),
  'groups repeated by name': string({ pattern: '^(?<open>[a-z]{2,8})>[^<>]*</\\k<open>$' }),
  'groups repeated the other way round': string({ pattern: '^([a-z]{4})-([0-9]{3})-\\2-\\1$' }),
  'one half and the other': string({ pattern: '^(\\w+)\\1$', minLength: 40 }),
  'groups within groups repeated': string({ pattern: '^((a|b)\\2x)(y+\\1)-\\3\\1\\2$' }),
  'no character twice in a row': string({ pattern: '^(?!.*(.)\\1)[a-c]{6}$' }),
  'rules of a password': string({ pattern: '^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[!@#$%]).{8,12}$' }),
  'a word that does not begin so': string({ pattern: '^(?!foo|bar)[a-z]{3}$' }),
  'a whole word somewhere': string({ pattern: '\\bcat\\b', maxLength: 10 }),
  'a lookahead beyond the start': string({ allOf: [{ pattern: '^a' }, { pattern: '(?=b)[ab]' }] }),
  'no two hyphens, and none at the end': string({ pattern: '^(?:(?!--)[a-z-]){9}(?<!-)$' }),
  'a pattern with many states': string({ pattern: '^(a|b)*a(a|b){12}$' }),
  'an alternative of lengths': string({ pattern: '^(a|bbbbbbbb|cccccccccccc)$', minLength: 9 }),
  'a colour': string({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$', minLength: 7 }),
  'a telephone number': string({ pattern: '^\\+[1-9]\\d{1,14}$', minLength: 14 }),
  'a version': string({
    pattern: '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-[\\da-z-]+(?:\\.[\\da-z-]+)*)?$',
  }),
  'an amount': string({ pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$' }),
  'an unanchored pattern': string({ pattern: 'SKU-\\d{3}', minLength: 20, maxLength: 20 }),
  'not among some': string({ maxLength: 1, minLength: 1, not: { enum: ['a', 'b', 'p'] } }),
  'a long text': string({ minLength: 5000 }),
  'a text of no characters': string({ maxLength: 0 }),
  'a date of one year': string({ format: 'date', pattern: '^2031-' }),
  'an address of one host': string({ format: 'email', pattern: '@example\\.org$' }),
  'a short address': string({ format: 'email', maxLength: 8 }),
  'a time in UTC': string({ format: 'date-time', pattern: 'Z$' }),
  'a secure link': string({ format: 'uri', pattern: '^https://', maxLength: 40 }),
  'a link of some length': string({ format: 'uri', minLength: 60 }),
  'an unknown format': string({ format: 'decimal', minLength: 1 }),
  'a long identifier in lower case': string({ format: 'uuid', pattern: '^[0-9a-f-]+$' }),
};

const FORMATS = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
];
const MORE_FORMATS = [
  'uri-reference',
  'iri',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'regex',
];

/** A string of every format. */
export const formats: Readonly<Record<string, object>> = Object.fromEntries(
  [...FORMATS, ...MORE_FORMATS].map((format) => [`format ${format}`, string({ format })]),
);
