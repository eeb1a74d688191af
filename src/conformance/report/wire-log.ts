import type { Exchange } from '../wire/exchange.ts';
import type { Redactor } from './redact.ts';
import { toCurl } from './to-curl.ts';

/** An exchange as reports show it: with secrets redacted and long bodies cut. */
export interface LoggedExchange {
  readonly operation?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly duration_ms: number;
}

/** What is stored of an exchange. It is redacted on demand, and small however long the bodies are. */
export type KeptExchange = () => {
  readonly logged: LoggedExchange;
  /** A command that sends the request again. */
  readonly repeat: string;
};

/** Of a larger exchange, only what reports show is stored. */
const MAX_KEPT = 8000;

const MAX_BODY = 6000;
const TEXT = /json|text|xml|javascript|form-urlencoded|^$/;

/** Reduces an exchange to what reports can show. */
export function toKept({ response, ...exchange }: Exchange, redactor: Redactor): KeptExchange {
  const { body: _, ...rest } = response;
  const length = rest.bytes.length + rest.text.length + (exchange.request.body?.length ?? 0);
  const short = { ...exchange, response: rest };
  return length <= MAX_KEPT ? () => toReported(short, redactor) : keep(toReported(short, redactor));
}

/** A separate function, because a closure keeps everything in its scope alive. */
function keep<Kept>(kept: Kept): () => Kept {
  return () => kept;
}

function toReported(exchange: Exchange, redactor: Redactor): ReturnType<KeptExchange> {
  return { logged: toLogged(exchange, redactor), repeat: toCurl(exchange.request, redactor) };
}

export function toLogged(
  { operation, request, response, tookMs }: Exchange,
  redactor: Redactor,
): LoggedExchange {
  const { body } = request;
  const sent = typeof body === 'string' ? cut(redactor.text(body)) : body && `[${body.length} bytes]`;
  const type = response.headers['content-type'] ?? '';
  const came = TEXT.test(type)
    ? cut(redactor.text(response.text))
    : `[${response.bytes.length} bytes of ${type}]`;
  return {
    ...(operation && { operation }),
    request: {
      method: request.method,
      url: withoutUser(redactor.text(request.url)),
      headers: redactAll(request.headers, redactor),
      ...(sent !== undefined && { body: sent }),
    },
    response: {
      status: response.status,
      headers: redactAll(response.headers, redactor),
      ...(came !== '' && { body: came }),
    },
    duration_ms: Math.round(tookMs),
  };
}

/** Length of bodies in cases without a finding. */
const MAX_BRIEF = 400;

/** A short form for the thousands of exchanges without a finding; its only response header is the content type. */
export function toBrief({ request, response, ...about }: LoggedExchange): LoggedExchange {
  const short = <Message extends { readonly body?: string }>(message: Message): Message =>
    message.body === undefined ? message : { ...message, body: cut(message.body, MAX_BRIEF) };
  const { 'content-type': type } = response.headers;
  const headers = type === undefined ? {} : { 'content-type': type };
  return { ...about, request: short(request), response: short({ ...response, headers }) };
}

/** Removes user and password from an address. */
export function withoutUser(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}

function cut(text: string, longest = MAX_BODY): string {
  if (text.length <= longest) return text;
  const [, all = text.length] = /\.\.\.\((\d+) characters\)$/.exec(text) ?? []; // it may already have been cut
  // A copy, because a slice keeps the whole original text in memory.
  const start = Buffer.from(text.slice(0, longest))
    .toString()
    .replace(/\uFFFD$/, '');
  return `${start}...(${all} characters)`;
}

function redactAll(
  headers: Readonly<Record<string, string>>,
  redactor: Redactor,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redactor.header(name, value)]),
  );
}
