import { quoteShell, toShell } from '../explain/shell-text.ts';
import type { LoggedExchange } from './wire-log.ts';

const HIDDEN_BODY = /^\[\d+ bytes\]$/;
const VARIABLE = /\$(?:[A-Z]+_)?(?:KEY|SECRET)(?:_\d+)?\b/g;

/** One line for a shell that sends the request again; keys are variables such as `$KEY`. */
export function toCurl({ request: { method, url, headers, body } }: LoggedExchange): string {
  if (method === 'RAW') return `printf %b ${quote(escapeLines(body ?? ''))} | nc ${hostOf(url)}`;
  const isDefault = method === (body === undefined ? 'GET' : 'POST');
  const parts = [
    'curl -s',
    ...(isDefault ? [] : [method === 'HEAD' ? '-I' : `-X ${method}`]),
    quote(url),
    ...Object.entries(headers)
      .filter(([name]) => name !== 'content-length')
      .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [HIDDEN_BODY.test(body) ? '--data-binary @BODY' : `-d ${quote(body)}`]),
  ];
  return parts.join(' ');
}

function quote(text: string): string {
  if (/^[\w./:=%-]+$/.test(text)) return text;
  // A variable that ends a header is quoted with all of it: -H "authorization: Bearer $KEY"
  if (/^[\w :-]+\$[A-Z_\d]+$/.test(text)) return `"${text}"`;
  return quoteShell(text.replaceAll(VARIABLE, (variable) => toShell(variable)));
}

function escapeLines(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}

function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname} ${port || (protocol === 'https:' ? 443 : 80)}`;
}
