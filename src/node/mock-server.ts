import type { AddressInfo } from 'node:net';
import type { AddedModels } from '../contract/added-models.ts';
import { createNodeServer } from '../http/node.ts';
import type { MockAccess, MockOptions } from '../mock/assemble-mock.ts';
import { isLoopback } from '../mock/control/is-loopback.ts';
import { createMock } from '../mock/create-mock.ts';
import { type ListenOptions, listen } from './listen.ts';

/** Where and how fast a mock runs, its initial state, and who may use its control plane. */
export interface MockServerOptions
  extends Omit<MockOptions, 'access' | 'clock' | 'ports' | 'reportFault'>,
    Omit<MockAccess, 'listensOn'> {
  readonly port: number;
  readonly host: string;
  readonly optionNames?: ListenOptions['optionNames'];
}

export type MockServerStart =
  | {
      readonly kind: 'listening';
      readonly baseUrl: string;
      /** Whether other machines can reach it. */
      readonly isExposed: boolean;
      /** Replaces the mock by a new one with these models, the same options, and fresh state. */
      renew(models: AddedModels): void;
      close(): Promise<void>;
    }
  | { readonly kind: 'failed'; readonly message: string };

export async function startMockServer({
  port,
  host,
  optionNames,
  ...options
}: MockServerOptions): Promise<MockServerStart> {
  let address: AddressInfo | undefined;
  const access = { ...options, listensOn: () => address && { host, port: address.port } };
  let mock = createMock({ ...options, access, reportFault });
  const server = createNodeServer({ handle: (request) => mock.gateway.handle(request) });
  const listening = await listen(server, { port, host, ...(optionNames && { optionNames }) });
  if (listening.kind === 'failed') return listening;
  address = listening.address;
  return {
    ...listening,
    isExposed: !isLoopback(address.address),
    renew(models) {
      const former = mock;
      mock = createMock({ ...options, models, access, reportFault });
      former.close();
    },
    async close() {
      mock.close();
      await listening.close();
    },
  };
}

/** Writes a fault of the mock itself to standard error. */
export function reportFault(error: unknown, requestId: string): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${requestId}: ${text}\n`);
}
