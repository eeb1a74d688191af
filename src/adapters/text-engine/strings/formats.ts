/** A format of strings. */
export interface Format {
  /** A regular expression for typical strings. */
  readonly usual: string;
  /** A regular expression that matches only strings of the format, but possibly not all of them. */
  readonly pattern: string;
  /** Whether all strings of the format match `pattern`. */
  readonly isExact?: true;
}

const NAMES = '(ann|bob|cleo|dora|emil|finn|greta|hugo)';
const HOSTS = '((mail\\.)?example\\.(com|org|net)|boats\\.example)';
const PATHS = '(boats|harbour|items|news|orders|people)';
const DAY = '20[0-2]\\d-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])';
const CLOCK = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ';

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
/** IPv6 with `::` at any place. */
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
  usual: `^${NAMES}[1-9]\\d?@${HOSTS}$`,
  pattern: `^${ATOM}(\\.${ATOM}){0,3}@${DOMAIN}$`,
};
const uri: Format = {
  usual: `^https://${HOSTS}/${PATHS}/[1-9]\\d{0,2}$`,
  pattern: `^${URI}${REST}$`,
};
const reference: Format = { ...uri, pattern: `^(${URI}|${RELATIVE})${REST}$` };
const hostname: Format = { usual: `^${HOSTS}$`, pattern: `^${HOST}$` };
const date: Format = { usual: `^${DAY}$`, pattern: `^${DATE}$`, isExact: true };
const time: Format = { usual: `^${CLOCK}$`, pattern: `^${TIME}$` };
const dateTime: Format = { usual: `^${DAY}T${CLOCK}$`, pattern: `^${DATE}T${TIME}$` };

/** The formats that strings are generated for; any other is treated as an annotation. */
export const formats: Readonly<Record<string, Format>> = {
  date,
  time,
  'date-time': dateTime,
  'iso-date-time': dateTime,
  'iso-time': time,
  duration: { usual: '^P[1-9]DT(1?\\d|2[0-3])H$', pattern: `^P(${DAYS}(${HOURS})?|${HOURS}|${COUNT}W)$` },
  email,
  'idn-email': email,
  hostname,
  'idn-hostname': hostname,
  ipv4: { usual: `^192\\.0\\.2\\.${BYTE}$`, pattern: `^${IPV4}$`, isExact: true },
  ipv6: { usual: '^2001:db8::[1-9a-f][0-9a-f]{0,3}$', pattern: `^${IPV6}$` },
  uri,
  iri: uri,
  url: { ...uri, pattern: `^https?://${DOMAIN}(:[1-9]\\d{1,3})?(/${STEP}*(/${STEP}*)*${REST})?$` },
  'uri-reference': reference,
  'iri-reference': reference,
  'uri-template': { ...uri, pattern: `^(${STEP}|[/?#]|${VARIABLES})*$` },
  uuid: {
    usual: '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    pattern: `^${HEX}{8}(-${HEX}{4}){3}-${HEX}{12}$`,
  },
  'json-pointer': { usual: `^/${PATHS}/\\d$`, pattern: `^${POINTER}$` },
  'json-pointer-uri-fragment': {
    usual: `^#/${PATHS}$`,
    pattern: `^#(/([A-Za-z0-9_.!$&()*+,;:=@-]|%${HEX}{2}|~[01])*)*$`,
  },
  'relative-json-pointer': { usual: `^[0-2]/${PATHS}$`, pattern: `^(0|[1-9]\\d{0,2})(#|${POINTER})$` },
  byte: {
    usual: '^(Ym9hdA==|aGFyYm91cg==|c2FpbA==|d2luZA==)$',
    pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  },
  regex: { usual: `^\\^${NAMES}\\+\\$$`, pattern: `^\\^?(${REGEX_PART})*\\$?$` },
};
