import { policies } from '../../../generated/policies.ts';
import { matchRoute } from '../../../generated/router.ts';
import type { RequestLine, ServiceLog } from '../../adapters/logging/create-service-log.ts';
import type { Metrics } from '../../adapters/metrics/create-metrics.ts';
import { followResponse } from '../../gateway/answers/follow-response.ts';
import type { Gateway, GatewayRequest, GatewayResponse } from '../../gateway/exchange.ts';
import { toFailureResponse, unavailable } from '../../gateway/failure-response.ts';
import { FILES_PREFIX } from '../../gateway/media/file-target.ts';
import type { Ids } from '../../gateway/ports/ids.ts';
import { answerProbe, type ServiceState, toUnknownPath } from './probes.ts';

/** Wraps the gateway of a service: probes, metrics, the request log, and the starting, open and draining states. */
export type ServiceHandler = ReturnType<typeof createServiceHandler>;

export interface ServiceHandlerOptions {
  readonly log: Pick<ServiceLog, 'request'>;
  readonly metrics: Metrics;
  /** Whether metrics are served only by `handleProbe`. */
  readonly hasMetricsApart?: boolean;
  readonly ids: Pick<Ids, 'requestId'>;
  /** Monotonic milliseconds, for durations. */
  readonly elapsedMs: () => number;
}

/** Creates the handler in the starting state: until it is opened, requests are answered with 503 and may be retried. */
export function createServiceHandler(options: ServiceHandlerOptions) {
  let state: ServiceState = { kind: 'starting' };
  let asksClientsToLeave = false;
  const handle = async (request: GatewayRequest): Promise<GatewayResponse> => {
    const metrics = options.hasMetricsApart ? undefined : options.metrics;
    const probe = await answerProbe(request, { state, metrics });
    const response = probe
      ? withId(probe, options.ids)
      : await observe(request, options, () => pass(request));
    return asksClientsToLeave ? leaving(response) : response;
  };
  const pass = async (request: GatewayRequest) =>
    state.kind === 'starting' ? withId(notYet(request), options.ids) : state.gateway.handle(request);
  return {
    handle,
    /** Answers only probes and metrics: for a separate port. */
    async handleProbe(request: GatewayRequest) {
      const probe = await answerProbe(request, { state, metrics: options.metrics });
      return withId(probe ?? toUnknownPath(request.target), options.ids);
    },
    /** Passes requests on to a gateway; the service is ready while its store passes the check. */
    open(gateway: Pick<Gateway, 'handle'>, checkStore: () => Promise<void>) {
      state = { kind: 'open', gateway, checkStore };
    },
    /** Answers probes with "not ready" and, by default, closes connections after each response; requests are still served. */
    drain({ asksToLeave = true } = {}) {
      if (state.kind === 'open') state = { ...state, kind: 'draining' };
      asksClientsToLeave = asksToLeave;
    },
  };
}

function notYet({ method, target }: GatewayRequest): GatewayResponse {
  const [path = ''] = target.split('?', 1);
  const route = matchRoute(method, path);
  return toFailureResponse(unavailable(), route.kind === 'found' ? route.operationId : undefined);
}

function withId(response: GatewayResponse, ids: ServiceHandlerOptions['ids']): GatewayResponse {
  return { ...response, headers: { ...response.headers, 'x-request-id': ids.requestId() } };
}

function leaving(response: GatewayResponse): GatewayResponse {
  return { ...response, headers: { ...response.headers, connection: 'close' } };
}

/** Counts and logs one request when its response is complete, streams included. */
async function observe(
  request: GatewayRequest,
  { log, metrics, elapsedMs }: ServiceHandlerOptions,
  answer: () => Promise<GatewayResponse>,
): Promise<GatewayResponse> {
  const startedAt = elapsedMs();
  metrics.requestStarted();
  const response = await answer();
  const finish = () => {
    const durationMs = Math.round((elapsedMs() - startedAt) * 1000) / 1000;
    const line = toLine(request, response, durationMs);
    metrics.requestEnded({ operation: line.operation, status: line.status, seconds: durationMs / 1000 });
    log.request(line);
  };
  return followResponse(response, finish);
}

function toLine(request: GatewayRequest, response: GatewayResponse, durationMs: number) {
  const { status, headers, facts } = response;
  const other = request.target.startsWith(FILES_PREFIX) ? 'file' : 'none';
  const [path = ''] = request.target.split('?', 1);
  return {
    id: headers['x-request-id'] ?? '',
    method: request.method,
    operation: facts?.operationId ?? other,
    path: path.slice(0, policies.wording.max_name_characters),
    status,
    durationMs,
    ...(facts?.accountId === undefined ? {} : { account: facts.accountId }),
    ...(facts?.reason === undefined ? {} : { reason: facts.reason }),
  } satisfies RequestLine;
}
