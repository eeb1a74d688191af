import type { AddressInfo } from 'node:net';
import { createNodeServer } from '../http/node.ts';
import { createMock, type MockOptions } from '../mock/create-mock.ts';

/** Where and how fast a mock runs, and what it begins with. */
export interface MockServerOptions extends Omit<MockOptions, 'clock' | 'ports' | 'reportFault'> {
  readonly port: number;
  readonly host: string;
}

/** A mock that listens, or why it does not. */
export type MockServerStart =
  | { readonly kind: 'listening'; readonly baseUrl: string; close(): Promise<void> }
  | { readonly kind: 'failed'; readonly message: string };

/** Starts a mock gateway on a port of this machine. */
export async function startMockServer({
  port,
  host,
  ...options
}: MockServerOptions): Promise<MockServerStart> {
  const mock = createMock({ ...options, reportFault });
  const server = createNodeServer(mock.gateway);
  const failure = await new Promise<Error | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  if (failure) return { kind: 'failed', message: explain(failure, { port, host }) };
  const address = server.address() as AddressInfo; // a listening TCP server has one
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    kind: 'listening',
    baseUrl: `http://${name}:${address.port}`,
    async close() {
      mock.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function explain(error: Error, { port, host }: { readonly port: number; readonly host: string }): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop what listens there, or choose another with --port.`;
  if (code === 'EACCES') return `Port ${port} needs more rights: choose one above 1023 with --port.`;
  return `The mock cannot listen on ${host}:${port}: ${error.message}`;
}

function reportFault(error: unknown, requestId: string): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${requestId}: ${text}\n`);
}
