import type { GatewayRequest } from '../../gateway/exchange.ts';
import type { Digest } from '../../gateway/ports/digest.ts';
import type { ControlResponse } from '../control/control-response.ts';
import type { MockSession } from '../sessions/session.ts';
import { describeMock } from './describe-mock.ts';
import { drawPage } from './draw-page.ts';
import { SCRIPT, STYLE } from './style.ts';

/** The mock's description of itself: a page for people, the same as JSON for programs. */
export async function answerPage(session: MockSession, request: GatewayRequest): Promise<ControlResponse> {
  const mock = await describeMock(session, readBase(request.origin));
  if (!prefersHtml(request.header('accept'))) return { status: 200, headers: HEADERS, body: mock };
  const { pathname } = new URL(mock.base_url);
  return {
    status: 200,
    headers: pageHeaders(session.digest),
    body: drawPage(mock, pathname.replace(/\/$/, '')),
  };
}

/** A `Host` with unusual characters is not shown. */
function readBase(origin: string): string {
  return /^https?:\/\/[\w.:[\]-]+(\/[\w./-]*)?$/.test(origin) && URL.canParse(origin)
    ? origin
    : 'http://localhost';
}

const HEADERS = { 'cache-control': 'no-store', vary: 'accept, x-mock-session' } as const;

function pageHeaders(digest: Digest) {
  const [style, script] = [STYLE, SCRIPT].map((text) => `'sha256-${toBase64(digest.sha256(text))}'`);
  return {
    ...HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      `default-src 'none'; img-src 'self' data:; style-src ${style}; script-src ${script}`,
      `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

function toBase64(hex: string): string {
  return btoa(hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** Whether an `Accept` header prefers HTML to JSON (RFC 9110, section 12.5.1). Programs that accept anything get JSON. */
function prefersHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(toRange);
  return qualityOf('text/html', ranges) > qualityOf('application/json', ranges);
}

function toRange(text: string): Range {
  const [type = '', ...parameters] = text.toLowerCase().split(/\s*;\s*/);
  const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
  return { type: type.trim(), quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The most specific media range wins. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [family] = type.split('/');
  const wanted = [type, `${family}/*`, '*/*'];
  const found = wanted.map((name) => ranges.find((range) => range.type === name)).find(Boolean);
  return found?.quality ?? 0;
}
