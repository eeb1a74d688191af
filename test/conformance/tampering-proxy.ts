import { createServer, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { request } from 'undici';

/** A response on its way back. */
export interface PassingResponse {
  readonly method: string;
  readonly path: string;
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** A gateway with a fault: another one, with responses changed on the way. */
export interface TamperingProxy extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Forwards everything to a gateway; `tamper` changes responses in place. */
export async function startTamperingProxy(
  upstream: string,
  tamper: (response: PassingResponse) => void,
): Promise<TamperingProxy> {
  const server = createServer((incoming, outgoing) => {
    forward(upstream, incoming)
      .then((passing) => {
        tamper(passing);
        const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = passing.headers;
        outgoing.writeHead(passing.status, headers).end(passing.body);
      })
      .catch((error: unknown) => outgoing.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(upstream: string, incoming: IncomingMessage): Promise<PassingResponse> {
  const { method = 'GET', url = '/' } = incoming;
  const {
    host: _host,
    connection: _connection,
    'transfer-encoding': _encoding,
    ...headers
  } = incoming.headers;
  const sent = await readText(incoming);
  const response = await request(`${upstream}${url}`, { method, headers, body: sent === '' ? null : sent });
  return {
    method,
    path: url,
    status: response.statusCode,
    headers: response.headers as PassingResponse['headers'],
    body: Buffer.from(await response.body.arrayBuffer()),
  };
}

/** Changes a JSON body in place; other bodies stay as they are. */
export function changeJson(passing: PassingResponse, change: (body: Record<string, unknown>) => void): void {
  if (!String(passing.headers['content-type']).includes('json')) return;
  const body = JSON.parse(passing.body.toString()) as Record<string, unknown>;
  change(body);
  passing.body = Buffer.from(JSON.stringify(body));
}
