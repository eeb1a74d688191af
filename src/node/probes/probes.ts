import { policies } from '../../../generated/policies.ts';
import type { Metrics } from '../../adapters/metrics/create-metrics.ts';
import { problem } from '../../contract/problem.ts';
import { type JsonAnswer, toJsonResponse } from '../../gateway/answers/to-response.ts';
import type { Gateway, GatewayRequest, GatewayResponse } from '../../gateway/exchange.ts';

export type ServiceState =
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'open' | 'draining';
      readonly gateway: Pick<Gateway, 'handle'>;
      /** Rejects when the store does not answer or cannot write. */
      readonly checkStore: () => Promise<void>;
    };

export interface ProbeContext {
  readonly state: ServiceState;
  /** Undefined where metrics are not served. */
  readonly metrics: Pick<Metrics, 'write'> | undefined;
}

/** A store that takes longer than this cannot serve requests either. */
const CHECK_MS = policies.service.check_seconds * 1000;

const METRICS = '/metrics';

type Probe = (context: ProbeContext) => Promise<GatewayResponse | undefined>;

const probes: ReadonlyMap<string, Probe> = new Map<string, Probe>([
  ['/healthz', async () => json({ status: 200, body: { status: 'ok' } })],
  ['/readyz', async ({ state }) => toReadiness(await readinessOf(state))],
  [METRICS, async ({ metrics }) => metrics && toText(await metrics.write())],
]);

/** The response to `/healthz`, `/readyz` and `/metrics`; undefined for every other path. */
export async function answerProbe(
  { target, method }: GatewayRequest,
  context: ProbeContext,
): Promise<GatewayResponse | undefined> {
  const [path = ''] = target.split('?', 1);
  const probe = probes.get(path);
  if (!probe || (path === METRICS && !context.metrics)) return undefined;
  if (method === 'GET' || method === 'HEAD') return probe(context);
  const allowed = 'GET, HEAD';
  return json(
    problem('method_not_allowed', { values: { path, method, allowed }, headers: { allow: allowed } }),
  );
}

/** The response for a path that the metrics port does not have. */
export function toUnknownPath(target: string): GatewayResponse {
  return json(
    problem('unknown_path', {
      values: { path: target.slice(0, policies.wording.max_name_characters), hint: '' },
    }),
  );
}

async function readinessOf(state: ServiceState): Promise<string> {
  if (state.kind !== 'open') return state.kind;
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve('store unreachable'), CHECK_MS).unref();
  });
  const answered = state.checkStore().then(
    () => 'ready',
    () => 'store unreachable',
  );
  return Promise.race([answered, late]);
}

function toReadiness(status: string): GatewayResponse {
  return json({ status: status === 'ready' ? 200 : 503, body: { status } });
}

function json({ headers, ...answer }: JsonAnswer): GatewayResponse {
  return toJsonResponse({ ...answer, headers: { 'cache-control': 'no-store', ...headers } });
}

function toText({ text, contentType }: Awaited<ReturnType<Metrics['write']>>): GatewayResponse {
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body: text };
}
