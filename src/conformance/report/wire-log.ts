import type { Exchange } from '../wire/exchange.ts';
import type { Redactor } from './redact.ts';
import { toCurl } from './to-curl.ts';

/** An exchange as reports show it: without secrets, long bodies cut. */
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

/** What is kept of an exchange, made for reports when it is wanted: however long its bodies are, it is short. */
export type KeptExchange = () => {
  readonly logged: LoggedExchange;
  /** A command that sends the request again. */
  readonly repeat: string;
};

/** Characters and bytes; of a longer exchange only what reports show is kept. */
const LONGEST_KEPT = 8000;

const LONGEST_BODY = 6000;
const TEXT = /json|text|xml|javascript|form-urlencoded|^$/;

/** An exchange without what no report shows. */
export function toKept({ response, ...exchange }: Exchange, redactor: Redactor): KeptExchange {
  const { body: _, ...rest } = response;
  const length = rest.bytes.length + rest.text.length + (exchange.request.body?.length ?? 0);
  const short = { ...exchange, response: rest };
  return length <= LONGEST_KEPT ? () => toReported(short, redactor) : keep(toReported(short, redactor));
}

/** A function of its own: what another function can see is kept as long as the other one is. */
function keep<Kept>(kept: Kept): () => Kept {
  return () => kept;
}

function toReported(exchange: Exchange, redactor: Redactor): ReturnType<KeptExchange> {
  return { logged: toLogged(exchange, redactor), repeat: toCurl(exchange.request, redactor) };
}

/** An exchange for reports. */
export function toLogged(
  { operation, request, response, tookMs }: Exchange,
  redactor: Redactor,
): LoggedExchange {
  const sent = request.body === undefined ? undefined : sentText(request.body, redactor);
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

/** Bodies of cases in which nothing is wrong. */
const LONGEST_BRIEF = 400;

/** An exchange that nobody has to look into, with the type of its answer alone of the headers: a run has thousands of them. */
export function toBrief({ request, response, ...about }: LoggedExchange): LoggedExchange {
  const short = <Message extends { readonly body?: string }>(message: Message): Message =>
    message.body === undefined ? message : { ...message, body: cut(message.body, LONGEST_BRIEF) };
  const { 'content-type': type } = response.headers;
  const headers = type === undefined ? {} : { 'content-type': type };
  return { ...about, request: short(request), response: short({ ...response, headers }) };
}

/** An address without user and password. */
export function withoutUser(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}

function sentText(body: string | Uint8Array, redactor: Redactor): string {
  return typeof body === 'string' ? cut(redactor.text(body)) : `[${body.length} bytes]`;
}

function cut(text: string, longest = LONGEST_BODY): string {
  if (text.length <= longest) return text;
  const [, all = text.length] = /\.\.\.\((\d+) characters\)$/.exec(text) ?? []; // it may have been cut before
  // A copy: a slice keeps the text that it is of.
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
