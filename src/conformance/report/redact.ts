import { isObject } from '../suite/json.ts';
import { type HookRequest, richKeys, type Target } from '../target/target.ts';

/** Takes secrets out of text, and abridges long binary data. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** The value of a header. */
  readonly header: (name: string, value: string) => string;
}

const SECRET_NAME = /^(proxy-)?authorization$|cookie|secret|password|token$|api[-_]?key|^x-.*-key$/i;

/** `sk-...`, `whsec_...`: what keys and secrets look like in general. */
const SECRET_SHAPE = /\b(sk|pk|rk|ghp|whsec)([-_])[\w+/=-]{4,}/g;

/** A token after `Bearer` that is no word of a sentence, no placeholder and no variable. */
const BEARER = /\b(Bearer\s+)(?=[^\s"'\\,]*[\d_.~+/-]|[^\s"'\\,]{20,})(?![$<[{])[^\s"'\\,]{4,}/gi;

const DATA_URI = /\b(data:[\w.+/-]+(?:;[\w=-]+)*;base64,)([\w+/=-]{32})([\w+/=-]+)/g;

const SHORTEST = 6;
const LONG_RUN = /[\w+/=-]{600,}/g;

/** Knows the secrets of a target, and recognises others by what they look like. */
export function createRedactor(target: Target): Redactor {
  const secrets = secretsOf(target);
  const text = (value: string): string => {
    const known = secrets.reduce(
      hide,
      value.toWellFormed(), // no reader of JSON or XML has to take half a character
    );
    return known
      .replaceAll(
        DATA_URI,
        (_, head: string, first: string, rest: string) =>
          `${head}${first}...(${rest.length + first.length} characters)`,
      )
      .replaceAll(LONG_RUN, (run) => `${run.slice(0, 32)}...(${run.length} characters)`)
      .replaceAll(SECRET_SHAPE, '$1$2[redacted]')
      .replaceAll(BEARER, '$1[redacted]');
  };
  return {
    text,
    header(name, value) {
      const known = text(value);
      if (!SECRET_NAME.test(name) || known.includes('$') || known.includes('[redacted]')) return known;
      return value.replace(/^(\w+\s+)?\S.*$/s, '$1[redacted]');
    },
  };
}

/** Every secret of the target and the variable that stands for it, the longest first. */
function secretsOf(target: Target): readonly (readonly [string, string])[] {
  const { keys, callbacks, isolation, clock, hooks = {} } = target;
  const requests: readonly HookRequest[] = [
    ...(isolation?.prepare ?? []),
    ...(clock ? [clock.advance, clock.now] : []),
    ...Object.values(hooks).flat(),
  ];
  const named: readonly (readonly [string | undefined, string])[] = [
    ...richKeys(target).map((key, index) => [key, index === 0 ? '$KEY' : `$KEY_${index + 1}`] as const),
    [keys.poor, '$POOR_KEY'],
    [keys.restricted?.key, '$RESTRICTED_KEY'],
    [keys.limited?.key, '$LIMITED_KEY'],
    [keys.other, '$OTHER_KEY'],
    [keys.sibling, '$SIBLING_KEY'],
    [callbacks ? callbacks.secret : undefined, '$WEBHOOK_SECRET'],
    ...requests.flatMap(({ headers, body }) => secretMembers({ ...headers, ...body })),
    ...secretMembers(isolation?.headers ?? {}),
  ];
  const known = named.flatMap(([secret, name]) => (secret ? [[secret, name] as const] : []));
  return known.toSorted(([left], [right]) => right.length - left.length);
}

/** Hides a secret anywhere; one of a few characters, which occur in every text, as a token only. */
function hide(text: string, [secret, name]: readonly [string, string]): string {
  if (secret.length >= SHORTEST) return text.replaceAll(secret, name);
  return text.replaceAll(`Bearer ${secret}`, `Bearer ${name}`);
}

/** Values of members that are secret by their name; without the scheme of an `Authorization` header. */
function secretMembers(value: unknown): readonly (readonly [string, string])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== 'string') return secretMembers(member);
    return SECRET_NAME.test(name) && member.length > 3
      ? [[member.replace(/^(Bearer|Basic) /i, ''), '[redacted]'] as const]
      : [];
  });
}
