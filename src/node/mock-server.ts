import { createNodeServer } from '../http/node.ts';
import { createMock, type MockOptions } from '../mock/create-mock.ts';
import { listen } from './listen.ts';

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
  const listening = await listen(server, { port, host });
  if (listening.kind === 'failed') return listening;
  return {
    ...listening,
    async close() {
      mock.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reportFault(error: unknown, requestId: string): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${requestId}: ${text}\n`);
}
