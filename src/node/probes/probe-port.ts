import { createNodeServer } from '../../http/node.ts';
import type { ServeConfig } from '../config/config.ts';
import { listen } from '../listen.ts';
import type { ServiceHandler } from './service-handler.ts';

/** The separate port for probes and metrics, if there is one. */
export type ProbePort =
  | { readonly kind: 'listening'; readonly baseUrl: string | undefined; close(): Promise<void> }
  | { readonly kind: 'failed'; readonly message: string };

/** Listens for probes and metrics on a separate port, if the settings name one. */
export async function startProbePort(
  { handleProbe }: Pick<ServiceHandler, 'handleProbe'>,
  { metricsPort: port, host }: Pick<ServeConfig, 'metricsPort' | 'host'>,
): Promise<ProbePort> {
  if (port === undefined) return { kind: 'listening', baseUrl: undefined, close: async () => {} };
  return listen(createNodeServer({ handle: handleProbe }), {
    port,
    host,
    optionNames: { port: '--metrics-port', host: '--host' },
  });
}
