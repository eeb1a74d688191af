import { createServer, type RequestListener } from 'node:http';
import { closeServer } from '../../support/loopback.ts';
import type { Service } from './processes.ts';

/** Serves on a free port of the loopback address until it is disposed of. */
export async function openServer(listener: RequestListener): Promise<Service> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
