import { hash } from 'node:crypto';
import type { GatewayRequest } from '../../gateway/exchange.ts';
import type { ControlResponse } from '../control/control-response.ts';
import type { MockSession } from '../sessions/session.ts';
import { describeMock } from './describe-mock.ts';
import { drawPage } from './draw-page.ts';
import { prefersHtml } from './prefers-html.ts';
import { SCRIPT, STYLE } from './style.ts';

/** The mock's description of itself: a page for people, the same as JSON for programs. */
export async function answerPage(session: MockSession, request: GatewayRequest): Promise<ControlResponse> {
  const mock = await describeMock(session, readBase(request.origin));
  if (!prefersHtml(request.header('accept'))) return { status: 200, headers: HEADERS, body: mock };
  const { pathname } = new URL(mock.base_url);
  return { status: 200, headers: PAGE_HEADERS, body: drawPage(mock, pathname.replace(/\/$/, '')) };
}

/** A `Host` with unusual characters is not shown. */
function readBase(origin: string): string {
  return /^https?:\/\/[\w.:[\]-]+(\/[\w./-]*)?$/.test(origin) && URL.canParse(origin)
    ? origin
    : 'http://localhost';
}

const HEADERS = { 'cache-control': 'no-store', vary: 'accept, x-mock-session' } as const;

const PAGE_HEADERS = {
  ...HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    `default-src 'none'; img-src 'self' data:; style-src '${digest(STYLE)}'; script-src '${digest(SCRIPT)}'`,
    `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

function digest(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
