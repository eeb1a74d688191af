import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HEADERS } from './exchange.ts';

/**
 * The minimum that node:http can do for these operations: check the key, parse the body, send a fixed response. Its arguments are the
 * response bodies: model list, task, submission. It prints its origin.
 */
const [models = '{}', task = '{}', submit = '{}'] = process.argv.slice(2);

const server = createServer((incoming, outgoing) => {
  if (incoming.headers.authorization !== HEADERS.authorization) return answer(outgoing, 401, '{}');
  const path = incoming.url ?? '/';
  if (incoming.method === 'POST') return answerSubmit(incoming, outgoing);
  if (path.startsWith('/v1/tasks/')) return answer(outgoing, 200, task);
  return path === '/v1/models' ? answer(outgoing, 200, models) : answer(outgoing, 404, '{}');
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});

function answerSubmit(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const hasModel = typeof body === 'object' && body !== null && 'model' in body;
    answer(outgoing, hasModel ? 200 : 400, hasModel ? submit : '{}');
  });
}

function answer(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  outgoing.end(body);
}
