// Submits an image with a callback, receives it and verifies its signature. Needs a running mock (npm start), then:
//   npx node examples/receive-callback.ts [base URL]
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const [baseUrl = 'http://localhost:8080'] = process.argv.slice(2);
const secret = process.env.WEBHOOK_SECRET ?? 'whsec_Z2F0ZXdyaWdodC1tb2NrLXdlYmhvb2stc2VjcmV0'; // of every account of the mock
const toleranceSeconds = Number(process.env.TOLERANCE_SECONDS ?? 300);

function isGenuine({ headers }: IncomingMessage, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) <= toleranceSeconds;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`,
  );
  const given = String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature));
  return isRecent && given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString(); // verified as it was sent, and then parsed
  const genuine = request.url === '/hooks/callback' && isGenuine(request, body);
  response.writeHead(genuine ? 204 : 401).end(); // at once: the work comes afterwards
  if (!genuine) return console.error('Refused: wrong signature, or time off by TOLERANCE_SECONDS.');
  const task = JSON.parse(body);
  console.log(`${task.id}: ${task.status}, ${task.result?.images?.[0]?.url[0] ?? task.error?.message}`);
  server.close(); // a service goes on, and ignores a task id that it has seen
}

const server = createServer((request, response) => void receive(request, response)).listen(0);
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' ? address?.port : undefined;
const order = { model: 'qx-image-3.0', prompt: 'A boat', webhook: `http://localhost:${port}/hooks` };
const headers = { authorization: 'Bearer sk-mock', 'content-type': 'application/json' };
await fetch(`${baseUrl}/v1/images/generations`, { method: 'POST', headers, body: JSON.stringify(order) });
