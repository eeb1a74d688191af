import { policies } from '../../../generated/policies.ts';
import { problem } from '../../contract/problem.ts';
import type { GatewayResponse } from '../../gateway/exchange.ts';
import { answerPage } from '../page/page-routes.ts';
import type { SessionRead } from '../sessions/read-session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { getAccount, putAccount } from './accounts.ts';
import { getClock, setClock } from './clock.ts';
import { controlPreflight } from './control-access.ts';
import type { ControlCall } from './control-call.ts';
import { type ControlResponse, toTextResponse } from './control-response.ts';
import { CONTROL_PREFIX } from './is-control.ts';
import { getJournal } from './journal.ts';
import { addScenario, listScenarios, removeScenarios } from './scenarios.ts';
import { listWebhooks, resendWebhook } from './webhooks.ts';

type Answer = (call: ControlCall) => ControlResponse | Promise<ControlResponse>;

interface Route {
  readonly path: RegExp;
  readonly methods: Readonly<Record<string, Answer>>;
}

const routes: readonly Route[] = [
  { path: /^$/, methods: { GET: ({ session, request }) => answerPage(session, request) } },
  { path: /^openapi\.json$/, methods: { GET: getDocument } },
  { path: /^reset$/, methods: { POST: resetSession } },
  { path: /^accounts\/([^/]+)$/, methods: { GET: getAccount, PUT: putAccount } },
  { path: /^clock$/, methods: { GET: getClock, POST: setClock } },
  { path: /^scenarios$/, methods: { DELETE: removeScenarios, GET: listScenarios, POST: addScenario } },
  { path: /^webhooks$/, methods: { GET: listWebhooks } },
  { path: /^webhooks\/([^/]+)\/resend$/, methods: { POST: resendWebhook } },
  { path: /^journal$/, methods: { GET: getJournal } },
];

/** Answers an admitted call of the control plane. */
export async function answerControl(
  sessions: Sessions,
  { sessionName, request }: Extract<SessionRead, { kind: 'read' }>,
): Promise<GatewayResponse> {
  const [path = '', query] = request.target.split('?');
  const found = findRoute(path.slice(CONTROL_PREFIX.length));
  if (!found) return toTextResponse(unknownPath(path.slice(0, policies.wording.max_name_characters)));
  const { methods, parameters } = found;
  if (request.method === 'OPTIONS' && request.header('origin') !== undefined)
    return toTextResponse(controlPreflight(Object.keys(methods)));
  const answer = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (!answer) {
    const allowed = Object.keys(methods).join(', ');
    const values = { method: request.method, path, allowed };
    return toTextResponse(problem('method_not_allowed', { values, headers: { allow: allowed } }));
  }
  const call = {
    session: sessions.get(sessionName),
    request,
    parameters,
    query: new URLSearchParams(query),
    reset: () => sessions.reset(sessionName),
  };
  return toTextResponse(await answer(call));
}

function unknownPath(path: string): ControlResponse {
  const { status, body } = problem('unknown_path', { values: { path, hint: '' } });
  const message = `There is no endpoint ${path} of the control plane: GET /__mock lists them.`;
  return { status, body: { error: { ...body.error, message } } };
}

function resetSession({ reset }: ControlCall): ControlResponse {
  reset();
  return { status: 204 };
}

async function getDocument({ session }: ControlCall): Promise<ControlResponse> {
  return { status: 200, body: await session.documents.read('mock-openapi.json') };
}

function findRoute(path: string) {
  for (const { path: pattern, methods } of routes) {
    const parameters = pattern.exec(path)?.slice(1).map(decode);
    if (parameters) return { methods, parameters };
  }
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
