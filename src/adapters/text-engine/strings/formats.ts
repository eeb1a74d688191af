import type { Choice } from '../create-choice.ts';

/** A format of strings. */
export interface Format {
  /** A string such as people write. */
  sample(choice: Choice): string;
  /** A regular expression all of whose strings have the format, but not all that have it. */
  readonly pattern: string;
}

const NAMES = ['ann', 'bob', 'cleo', 'dora', 'emil', 'finn', 'greta', 'hugo'];
const HOSTS = ['example.com', 'example.org', 'example.net', 'boats.example', 'mail.example.com'];
const PATHS = ['boats', 'harbour', 'items', 'news', 'orders', 'people'];

const DATE = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])';
const TIME = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)';
const DAYS = '(\\d{1,4}Y(\\d{1,2}M(\\d{1,2}D)?)?|\\d{1,2}M(\\d{1,2}D)?|\\d{1,3}D)';
const HOURS = 'T(\\d{1,3}H(\\d{1,2}M(\\d{1,2}S)?)?|\\d{1,2}M(\\d{1,2}S)?|\\d{1,3}S)';
const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?';
const HOST = `(${LABEL}\\.)+[A-Za-z]{2,12}`;
const STEP = '[A-Za-z0-9._~-]';
const REST = `(\\?[A-Za-z0-9._~=&-]*)?(#${STEP}*)?`;
const BYTE = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const HEX = '[0-9a-fA-F]';

const email: Format = {
  sample: (choice) => `${pick(choice, NAMES)}${1 + choice.index(99)}@${pick(choice, HOSTS)}`,
  pattern: `^[A-Za-z0-9_+-]{1,30}(\\.[A-Za-z0-9_+-]{1,30})?@${HOST}$`,
};
const uri: Format = {
  sample: (choice) => `https://${pick(choice, HOSTS)}/${pick(choice, PATHS)}/${1 + choice.index(999)}`,
  pattern: `^[a-z][a-z0-9+.-]*:(//${HOST}(:[1-9]\\d{1,3})?(/${STEP}*)*|${STEP}+(/${STEP}*)*)${REST}$`,
};
const hostname: Format = { sample: (choice) => pick(choice, HOSTS), pattern: `^${HOST}$` };
const date: Format = { sample: writeDate, pattern: `^${DATE}$` };
const time: Format = { sample: writeTime, pattern: `^${TIME}$` };

/** The formats that strings are made for; any other is an annotation. */
export const formats: Readonly<Record<string, Format>> = {
  date,
  time,
  'date-time': {
    sample: (choice) => `${writeDate(choice)}T${writeTime(choice)}`,
    pattern: `^${DATE}T${TIME}$`,
  },
  duration: {
    sample: (choice) => `P${1 + choice.index(9)}DT${choice.index(24)}H`,
    pattern: `^P(${DAYS}(${HOURS})?|${HOURS}|\\d{1,3}W)$`,
  },
  email,
  'idn-email': email,
  hostname,
  'idn-hostname': hostname,
  ipv4: {
    sample: (choice) => `192.0.2.${1 + choice.index(254)}`,
    pattern: `^(${BYTE}\\.){3}${BYTE}$`,
  },
  ipv6: {
    sample: (choice) => `2001:db8::${(1 + choice.index(0xfffe)).toString(16)}`,
    pattern: `^(${HEX}{1,4}:){7}${HEX}{1,4}$`,
  },
  uri,
  iri: uri,
  url: { ...uri, pattern: `^https?://${HOST}(/${STEP}*)*$` },
  'uri-reference': uri,
  'iri-reference': uri,
  'uri-template': { ...uri, pattern: `^https://${HOST}(/${STEP}*)*$` },
  uuid: {
    sample: writeUuid,
    pattern: `^${HEX}{8}-${HEX}{4}-[1-8]${HEX}{3}-[89abAB]${HEX}{3}-${HEX}{12}$`,
  },
  'json-pointer': {
    sample: (choice) => `/${pick(choice, PATHS)}/${choice.index(9)}`,
    pattern: '^(/[a-z0-9]*)*$',
  },
  'json-pointer-uri-fragment': {
    sample: (choice) => `#/${pick(choice, PATHS)}`,
    pattern: '^#(/[a-z0-9]*)*$',
  },
  'relative-json-pointer': {
    sample: (choice) => `${choice.index(3)}/${pick(choice, PATHS)}`,
    pattern: '^(0|[1-9]\\d{0,2})(#|(/[a-z0-9]*)*)$',
  },
  regex: { sample: (choice) => `^${pick(choice, NAMES)}+$`, pattern: '^[a-z0-9]*$' },
};

function pick(choice: Choice, entries: readonly string[]): string {
  return entries[choice.index(entries.length)] ?? '';
}

function writeDate(choice: Choice): string {
  return `${2000 + choice.index(31)}-${twoDigits(1 + choice.index(12))}-${twoDigits(1 + choice.index(28))}`;
}

function writeTime(choice: Choice): string {
  return `${[24, 60, 60].map((most) => twoDigits(choice.index(most))).join(':')}Z`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function writeUuid(choice: Choice): string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => choice.index(16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-${'89ab'[choice.index(4)]}${digits(3)}-${digits(12)}`;
}
