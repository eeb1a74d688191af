import { quoteShell, type ShellText } from '../explain/shell-text.ts';
import type { WireRequest } from '../wire/exchange.ts';
import type { Redactor } from './redact.ts';
import { withoutUser } from './wire-log.ts';

/** Longer bodies do not belong on a command line. */
const MAX_BODY = 6000;

/** A shell command that sends a request again. Keys are variables such as `$KEY`; the shell evaluates nothing else in it. */
export function toCurl({ method, url, headers, body }: WireRequest, redactor: Redactor): string {
  if (method === 'RAW')
    return `printf %b ${quote(redactor.shell(escapeLines(String(body ?? ''))))} | nc ${hostOf(url)}`;
  const isDefault = method === (body === undefined ? 'GET' : 'POST');
  const parts = [
    'curl -s',
    ...(isDefault ? [] : [method === 'HEAD' ? '-I' : `-X ${method}`]),
    quote(redactor.shell(withoutUser(url))),
    ...Object.entries(headers)
      .filter(([name]) => name !== 'content-length')
      .map(([name, value]) => `-H ${quote(redactor.shellHeader(name, value), `${name}: `)}`),
    ...(body === undefined ? [] : [toData(body, redactor)]),
  ];
  return parts.join(' ');
}

function toData(body: string | Uint8Array, redactor: Redactor): string {
  if (typeof body !== 'string' || body.length > MAX_BODY) return '--data-binary @BODY';
  return `-d ${quote(redactor.shell(body))}`;
}

function quote(text: ShellText, before = ''): string {
  const [first = '', ...others] = text;
  const [start, ...rest] =
    typeof first === 'string' ? [before + first, ...others] : [before, first, ...others];
  const [second, third] = rest;
  if (second === undefined && /^[\w./:=%-]+$/.test(start)) return start;
  // A header that ends with a variable is quoted as a whole: -H "authorization: Bearer $KEY"
  if (typeof second === 'object' && third === undefined && /^[\w :-]+$/.test(start))
    return `"${start}${second.code}"`;
  return quoteShell([start, ...rest]);
}

function escapeLines(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}

function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname} ${port || (protocol === 'https:' ? 443 : 80)}`;
}
