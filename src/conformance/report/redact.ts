import type { ShellCode, ShellText } from '../explain/shell-text.ts';
import { createSecretSearch } from '../language/secret-forms.ts';
import { isObject } from '../suite/json.ts';
import { type HookRequest, KEY_OPTION, keyOf, ROLES, richKeys, type Target } from '../target/target.ts';

/** Redacts secrets in text, and shortens long binary data. */
export interface Redactor {
  readonly text: (text: string) => string;
  readonly header: (name: string, value: string) => string;
  /** The text for a shell, with variables in place of the target's secrets. */
  readonly shell: (text: string) => ShellText;
  readonly shellHeader: (name: string, value: string) => ShellText;
}

const SECRET_NAME = /^(proxy-)?authorization$|cookie|secret|password|token$|api[-_]?key|^x-.*-key$/i;

/** The usual form of keys and secrets: `sk-...`, `whsec_...`. */
const SECRET_SHAPE = /\b(sk|pk|rk|ghp|whsec)([-_])[\w+/=-]{4,}/g;

/** A token after `Bearer` that is not an ordinary word, a placeholder or a variable. */
const BEARER = /\b(Bearer\s+)(?=[^\s"'\\,]*[\d_.~+/-]|[^\s"'\\,]{20,})(?![$<[{])[^\s"'\\,]{4,}/gi;

const DATA_URI = /\b(data:[\w.+/-]+(?:;[\w=-]+)*;base64,)([\w+/=-]{32})([\w+/=-]+)/g;

const LONG_RUN = /[\w+/=-]{600,}/g;

/** Longer texts are cut, and the end of what is left is dropped, because it may contain part of a secret. */
const MAX_TEXT = 2 ** 20;
const MAX_SECRET = 2000;

/** Redacts the secrets of a target in every encoding, and other secrets by their usual form. */
export function createRedactor(target: Target): Redactor {
  const split = createSplitter(secretsOf(target));
  const shell = (value: string): ShellText => {
    if (value.length <= MAX_TEXT) return split(value);
    const [last = '', ...before] = split(value.slice(0, MAX_TEXT)).toReversed();
    const end = typeof last === 'string' ? last.slice(0, -MAX_SECRET) : last;
    return [...before.toReversed(), end, `...(${value.length} characters)`];
  };
  const shellHeader = (name: string, value: string): ShellText => {
    const known = shell(value);
    const isHidden = known.some((part) => typeof part !== 'string' || part.includes('[redacted]'));
    if (!SECRET_NAME.test(name) || isHidden) return known;
    return [value.replace(/^(\w+\s+)?\S.*$/s, '$1[redacted]')];
  };
  return {
    text: (value) => toText(shell(value)),
    header: (name, value) => toText(shellHeader(name, value)),
    shell,
    shellHeader,
  };
}

function toText(parts: ShellText): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.code)).join('');
}

/** Splits a text into parts that may be shown and variables in place of secrets. */
function createSplitter(secrets: readonly (readonly [string, string])[]): (text: string) => ShellText {
  const search = createSecretSearch(secrets.map(([secret]) => secret));
  return (text) => {
    const parts: (string | ShellCode)[] = [];
    const wellFormed = text.toWellFormed(); // JSON and XML readers may reject lone surrogates
    let from = 0;
    for (const { secret, start, end } of search(wellFormed)) {
      const name = secrets[secret]?.[1] ?? '';
      parts.push(hideStrange(wellFormed.slice(from, start)), name.startsWith('$') ? { code: name } : name);
      from = end;
    }
    return [...parts, hideStrange(wellFormed.slice(from))].filter((part) => part !== '');
  };
}

function hideStrange(text: string): string {
  return text
    .replaceAll(
      DATA_URI,
      (_, head: string, first: string, rest: string) =>
        `${head}${first}...(${rest.length + first.length} characters)`,
    )
    .replaceAll(LONG_RUN, (run) => `${run.slice(0, 32)}...(${run.length} characters)`)
    .replaceAll(SECRET_SHAPE, '$1$2[redacted]')
    .replaceAll(BEARER, '$1[redacted]');
}

/** The secrets that a target declares: value, variable in commands, and where it was given. */
function keysOf(target: Target): readonly (readonly [string, string, string])[] {
  const { keys, callbacks, variables = {}, isKeyGiven = false } = target;
  const rich = richKeys(target);
  const named: readonly (readonly [string | undefined, string, string])[] = [
    ...rich.map((key, index) => {
      const member = rich.length === 1 ? 'keys.rich' : `keys.rich[${index}]`;
      return [key, index === 0 ? '$KEY' : `$KEY_${index + 1}`, isKeyGiven ? KEY_OPTION : member] as const;
    }),
    ...ROLES.map((role) => {
      const member = `keys.${role}${typeof keys[role] === 'object' ? '.key' : ''}`;
      return [keyOf(keys, role), `$${role.toUpperCase()}_KEY`, member] as const;
    }),
    [callbacks ? callbacks.secret : undefined, '$WEBHOOK_SECRET', 'callbacks.secret'],
  ];
  return named.flatMap(([secret, usual, member]) => {
    if (!secret) return [];
    const own = variables[secret];
    return [[secret, own === undefined ? usual : `$${own}`, member] as const];
  });
}

/** What variables in commands stand for: members of the target file, or the option that gives the key. */
export function variablesOf(target: Target): Readonly<Record<string, string>> {
  return Object.fromEntries(keysOf(target).map(([, name, member]) => [name, member]));
}

/** Every secret of the target with its replacement, the longest first. */
function secretsOf(target: Target): readonly (readonly [string, string])[] {
  const { isolation, clock, hooks = {} } = target;
  const requests: readonly HookRequest[] = [
    ...(isolation?.prepare ?? []),
    ...(clock ? [clock.advance, clock.now] : []),
    ...Object.values(hooks).flat(),
  ];
  const known = [
    ...keysOf(target).map(([secret, name]) => [secret, name] as const),
    ...requests.flatMap(({ headers, body }) => secretMembers({ ...headers, ...body })),
    ...secretMembers(isolation?.headers ?? {}),
  ];
  return known.toSorted(([left], [right]) => right.length - left.length);
}

/** Values of members whose name says that they are secret, without the scheme of an `Authorization` header. */
function secretMembers(value: unknown): readonly (readonly [string, string])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== 'string') return secretMembers(member);
    return SECRET_NAME.test(name) && member.length > 3
      ? [[member.replace(/^(Bearer|Basic) /i, ''), '[redacted]'] as const]
      : [];
  });
}
