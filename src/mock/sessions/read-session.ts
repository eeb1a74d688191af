import { mockParameters } from '../../../generated/mock-fields.ts';
import { policies } from '../../../generated/policies.ts';
import { invalidRequest } from '../../contract/problem.ts';
import type { GatewayRequest } from '../../gateway/exchange.ts';

/** The session of a request, and the request as the gateway sees it. */
export type SessionRead =
  | { readonly kind: 'read'; readonly sessionName: string | undefined; readonly request: GatewayRequest }
  | { readonly kind: 'refused'; readonly response: ReturnType<typeof invalidRequest> };

/** Prefix for sessions without a header, as result links need it. */
export const SESSION_PREFIX = '/__session/';

/** Header that names a session. */
export const SESSION_HEADER = 'x-mock-session';

const { maxLength: LONGEST_NAME, pattern } = mockParameters.MockSession;
const NAME = new RegExp(pattern);

/**
 * Finds the session in the path (`/__session/NAME/...`) or in the header. The gateway sees the path without it, and an
 * origin that includes it, so that generated links stay in the session.
 */
export function readSession(request: GatewayRequest): SessionRead {
  const { target } = request;
  const isInPath = target.startsWith(SESSION_PREFIX);
  const sessionName = isInPath
    ? target.slice(SESSION_PREFIX.length).split(/[/?]/, 1)[0]
    : request.header(SESSION_HEADER);
  if (sessionName === undefined) return { kind: 'read', sessionName, request };
  const fault = explainName(sessionName);
  if (fault !== undefined)
    return { kind: 'refused', response: refuse(fault, isInPath ? 'session' : 'X-Mock-Session') };
  const rest = isInPath ? target.slice(SESSION_PREFIX.length + sessionName.length) : target;
  return {
    kind: 'read',
    sessionName,
    request: {
      ...request,
      target: rest.startsWith('/') ? rest : `/${rest}`,
      origin: `${request.origin}${SESSION_PREFIX}${sessionName}`,
    },
  };
}

/** What is wrong with the name of a session, after its subject; undefined for a name that is accepted. */
export function explainName(name: string): string | undefined {
  if (name.length <= LONGEST_NAME && NAME.test(name)) return undefined;
  const given = JSON.stringify(name.slice(0, policies.wording.max_id_characters));
  return `must be 1 to ${LONGEST_NAME} letters, digits, "_", "." or "-", but not "." or ".."; got ${given}`;
}

function refuse(fault: string, path: 'session' | 'X-Mock-Session') {
  const message = `${path === 'session' ? 'the session in the path' : path} ${fault}`;
  return invalidRequest('invalid_parameter', [{ path, rule: 'pattern', message }]);
}
