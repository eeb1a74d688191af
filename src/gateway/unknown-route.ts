import { policies } from '../../generated/policies.ts';
import type { Catalogue } from '../contract/catalogue.ts';
import { closestEndpoint } from '../contract/names/closest-endpoint.ts';
import { didYouMean } from '../contract/names/closest-name.ts';
import { problem } from '../contract/problem.ts';
import { toJsonResponse } from './answers/to-response.ts';
import { toParameters } from './catalogue/model-entry.ts';
import { preflight } from './cors.ts';
import type { GatewayRequest, GatewayResponse } from './exchange.ts';

const CORS_METHODS = ['GET', 'POST'];

/** The 404 of a path that the contract does not have. Without its preflight, a page could not read it. */
export function refusePath(request: GatewayRequest, path: string, catalogue: Catalogue): GatewayResponse {
  if (request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined)
    return preflight(CORS_METHODS, request.header('access-control-request-headers'));
  const hasSchema = (name: string) => {
    const model = catalogue.find(name);
    return model !== undefined && toParameters({ kind: 'known', model }) !== undefined;
  };
  const hint = didYouMean(closestEndpoint(path, hasSchema));
  return toJsonResponse(
    problem('unknown_path', { values: { path: path.slice(0, policies.wording.max_name_characters), hint } }),
  );
}

/** The 405 of a method that a path does not have; a preflight is granted. */
export function refuseMethod(
  request: GatewayRequest,
  { path, allow }: { readonly path: string; readonly allow: readonly string[] },
): GatewayResponse {
  const { method } = request;
  if (method === 'OPTIONS') return preflight(allow, request.header('access-control-request-headers'));
  const allowed = allow.join(', ');
  const headers = { allow: allowed };
  return toJsonResponse(problem('method_not_allowed', { values: { method, path, allowed }, headers }));
}
