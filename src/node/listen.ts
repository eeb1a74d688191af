import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  /** The options that set them, for messages. */
  readonly optionNames?: { readonly port: string; readonly host: string };
}

/** A listening server, or how to fix the failure. */
export type Listening =
  | {
      readonly kind: 'listening';
      readonly baseUrl: string;
      readonly address: AddressInfo;
      /** Closes the server and all its connections at once. */
      close(): Promise<void>;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** Listens on a port of this machine; expected failures are values. */
export async function listen(
  server: Server,
  { port, host, optionNames = { port: '--port', host: '--host' } }: ListenOptions,
): Promise<Listening> {
  const failure = await new Promise<Error | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  if (failure) return { kind: 'failed', message: explain(failure, { port, host, optionNames }) };
  const address = server.address() as AddressInfo; // a listening TCP server has one
  const name = host.includes(':') ? `[${host}]` : host;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { kind: 'listening', baseUrl: `http://${name}:${address.port}`, address, close };
}

function explain(error: Error, { port, host, optionNames: option }: Required<ListenOptions>): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop what listens there, or choose another with ${option.port}.`;
  if (code === 'EACCES')
    return `Port ${port} requires elevated privileges: choose one above 1023 with ${option.port}.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host ${host} is not known: name an address of this machine with ${option.host}, such as 127.0.0.1.`;
  if (code === 'EADDRNOTAVAIL')
    return `${host} is not an address of this machine: name one with ${option.host}, such as 127.0.0.1, or 0.0.0.0 for all.`;
  return `gatewright cannot listen on ${host}:${port}: ${error.message}`;
}
