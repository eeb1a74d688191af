import type { Choice } from '../create-choice.ts';

/** A format of strings. */
export interface Format {
  /** A string such as people write. */
  sample(choice: Choice): string;
  /** A regular expression all of whose strings have the format, but not all that have it. */
  readonly pattern: string;
  /** Whether all that have the format match it. */
  readonly isExact?: true;
}

const NAMES = ['ann', 'bob', 'cleo', 'dora', 'emil', 'finn', 'greta', 'hugo'];
const HOSTS = ['example.com', 'example.org', 'example.net', 'boats.example', 'mail.example.com'];
const PATHS = ['boats', 'harbour', 'items', 'news', 'orders', 'people'];

const YEARLY =
  '(0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8])';
const LEAP_YEAR = '(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)';
const DATE = `(\\d{4}-(${YEARLY})|${LEAP_YEAR}-02-29)`;
const ZONE = '(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)';
const TIME = `(([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?${ZONE}|23:59:60(\\.\\d{1,9})?Z)`;
const COUNT = '\\d{1,9}';
const DAYS = `(${COUNT}Y(${COUNT}M(${COUNT}D)?)?|${COUNT}M(${COUNT}D)?|${COUNT}D)`;
const HOURS = `T(${COUNT}H(${COUNT}M(${COUNT}S)?)?|${COUNT}M(${COUNT}S)?|${COUNT}S)`;
const ENDS = '([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const LABELS = `([A-Za-z0-9]${ENDS}\\.)`;
const HOST = `${LABELS}*[A-Za-z]${ENDS}`;
const DOMAIN = `${LABELS}+[A-Za-z]{2,12}`;
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,15}";
const BYTE = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = `(${BYTE}\\.){3}${BYTE}`;
const HEX = '[0-9a-fA-F]';
const PAIRS = `${HEX}{1,4}`;
/** With the zeros left out at any place. */
const SHORT = [1, 2, 3, 4, 5, 6].map((count) => `(${PAIRS}:){1,${count}}(:${PAIRS}){1,${7 - count}}`);
const IPV6 = `((${PAIRS}:){7}${PAIRS}|${SHORT.join('|')}|(${PAIRS}:){1,7}:|:((:${PAIRS}){1,7}|:)|::ffff:${IPV4})`;
const NAME = '[A-Za-z0-9]+(-+[A-Za-z0-9]+)*';
const STEP = `([A-Za-z0-9._~!$&'()*+,;=:@-]|%${HEX}{2})`;
const FIRST_STEP = `([A-Za-z0-9._~!$&'()*+,;=@-]|%${HEX}{2})+`;
const STEPS = `(/${STEP}*)*`;
const SERVER = `([A-Za-z0-9._~!$&'()*+,;=:-]+@)?((${NAME}\\.)*${NAME}|\\[(2001:db8)?::${PAIRS}\\])(:[1-9]\\d{0,3})?`;
const REST = `(\\?(${STEP}|[/?])*)?(#(${STEP}|[/?])*)?`;
const URI = `([A-Za-z][A-Za-z0-9+.-]*:(//${SERVER}${STEPS}|/?${STEP}+${STEPS})|file://${STEPS})`;
const RELATIVE = `(//${SERVER}${STEPS}|/(${STEP}+${STEPS})?|${FIRST_STEP}${STEPS}|)`;
const VARIABLES = '\\{[+#./;?&]?[A-Za-z0-9_]+\\*?(,[A-Za-z0-9_]+\\*?)*\\}';
const POINTER = '(/([^/~]|~[01])*)*';
const REGEX_PART = '([A-Za-z0-9 _.-]|\\\\[dDwWsS.]|\\[\\^?[A-Za-z0-9]+\\]|\\((\\?:)?[A-Za-z0-9]+\\))[*+?]?';

const email: Format = {
  sample: (choice) => `${pick(choice, NAMES)}${1 + choice.index(99)}@${pick(choice, HOSTS)}`,
  pattern: `^${ATOM}(\\.${ATOM}){0,3}@${DOMAIN}$`,
};
const uri: Format = {
  sample: (choice) => `https://${pick(choice, HOSTS)}/${pick(choice, PATHS)}/${1 + choice.index(999)}`,
  pattern: `^${URI}${REST}$`,
};
const reference: Format = { ...uri, pattern: `^(${URI}|${RELATIVE})${REST}$` };
const hostname: Format = { sample: (choice) => pick(choice, HOSTS), pattern: `^${HOST}$` };
const date: Format = { sample: writeDate, pattern: `^${DATE}$`, isExact: true };
const time: Format = { sample: writeTime, pattern: `^${TIME}$` };
const dateTime: Format = {
  sample: (choice) => `${writeDate(choice)}T${writeTime(choice)}`,
  pattern: `^${DATE}T${TIME}$`,
};

/** The formats that strings are made for; any other is an annotation. */
export const formats: Readonly<Record<string, Format>> = {
  date,
  time,
  'date-time': dateTime,
  'iso-date-time': dateTime,
  'iso-time': time,
  duration: {
    sample: (choice) => `P${1 + choice.index(9)}DT${choice.index(24)}H`,
    pattern: `^P(${DAYS}(${HOURS})?|${HOURS}|${COUNT}W)$`,
  },
  email,
  'idn-email': email,
  hostname,
  'idn-hostname': hostname,
  ipv4: {
    sample: (choice) => `192.0.2.${1 + choice.index(254)}`,
    pattern: `^${IPV4}$`,
    isExact: true,
  },
  ipv6: {
    sample: (choice) => `2001:db8::${(1 + choice.index(0xfffe)).toString(16)}`,
    pattern: `^${IPV6}$`,
  },
  uri,
  iri: uri,
  url: { ...uri, pattern: `^https?://${DOMAIN}(:[1-9]\\d{1,3})?(/${STEP}*(/${STEP}*)*${REST})?$` },
  'uri-reference': reference,
  'iri-reference': reference,
  'uri-template': { ...uri, pattern: `^(${STEP}|[/?#]|${VARIABLES})*$` },
  uuid: {
    sample: writeUuid,
    pattern: `^${HEX}{8}(-${HEX}{4}){3}-${HEX}{12}$`,
  },
  'json-pointer': {
    sample: (choice) => `/${pick(choice, PATHS)}/${choice.index(9)}`,
    pattern: `^${POINTER}$`,
  },
  'json-pointer-uri-fragment': {
    sample: (choice) => `#/${pick(choice, PATHS)}`,
    pattern: `^#(/([A-Za-z0-9_.!$&()*+,;:=@-]|%${HEX}{2}|~[01])*)*$`,
  },
  'relative-json-pointer': {
    sample: (choice) => `${choice.index(3)}/${pick(choice, PATHS)}`,
    pattern: `^(0|[1-9]\\d{0,2})(#|${POINTER})$`,
  },
  byte: {
    sample: (choice) => btoa(pick(choice, NAMES)),
    pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  },
  regex: { sample: (choice) => `^${pick(choice, NAMES)}+$`, pattern: `^\\^?(${REGEX_PART})*\\$?$` },
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
