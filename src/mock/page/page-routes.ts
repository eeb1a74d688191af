import type { Catalogue, CatalogueModel } from '../../contract/catalogue.ts';
import { problem } from '../../contract/problem.ts';
import { withCors } from '../../gateway/cors.ts';
import type { GatewayRequest, GatewayResponse } from '../../gateway/exchange.ts';
import { type ControlResponse, toTextResponse } from '../control/control-response.ts';
import type { MockSession } from '../sessions/session.ts';

type Answer = (session: MockSession, request: GatewayRequest) => Promise<ControlResponse>;

/** Answers with the page. It is loaded on demand: most mocks are never opened in a browser. */
export const answerPage: Answer = async (session, request) =>
  (await import('./answer-page.ts')).answerPage(session, request);

const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['/', answerPage],
  ['/healthz', async () => ({ status: 200, headers: FRESH, body: { status: 'ok' } })],
  [
    '/openapi.json',
    async ({ documents }) => document('application/json', await documents.read('openapi.json')),
  ],
  [
    '/openapi.yaml',
    async ({ documents }) => document('application/yaml', await documents.read('openapi.yaml')),
  ],
]);

const FRESH = { 'cache-control': 'no-store' } as const;

/**
 * Answers requests outside the contract, without a key: the page, the health check, and the documents of the contract.
 * Undefined for every other path.
 */
export function findMockPage(target: string, catalogue: Catalogue): Answer | undefined {
  if (target.startsWith('/v1/')) return undefined;
  const [path = ''] = target.split('?', 1);
  const model = catalogue.find(/^\/schemas\/([\w.-]+)\.json$/.exec(path)?.[1] ?? '');
  return model === undefined ? answers.get(path) : (session) => answerSchema(session, model);
}

/** Answers `GET` and `HEAD` for pages of any origin, as the gateway does. */
export async function answerMockPage(
  answer: Answer,
  session: MockSession,
  request: GatewayRequest,
): Promise<GatewayResponse> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const response = toTextResponse(isRead ? await answer(session, request) : refuseMethod(request));
  return { ...response, headers: withCors(response.headers) };
}

function refuseMethod({ method, target }: GatewayRequest): ControlResponse {
  const [path = ''] = target.split('?', 1);
  const allowed = 'GET, HEAD';
  return problem('method_not_allowed', { values: { path, method, allowed }, headers: { allow: allowed } });
}

async function answerSchema(
  { documents }: MockSession,
  { identity, tables }: CatalogueModel,
): Promise<ControlResponse> {
  const text = tables
    ? `${JSON.stringify(tables.schema, null, 2)}\n`
    : await documents.read(`schemas/${identity.id}.json`);
  return document('application/schema+json', text);
}

function document(type: string, text: string): ControlResponse {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body: text };
}
