// Submits an image with a callback, receives it and verifies its signature. Needs a running mock (npm start), then:
//   npx node examples/receive-callback.ts [base URL]
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createClient, verifyCallback } from '../src/client/index.ts';

const [baseUrl = 'http://localhost:8080'] = process.argv.slice(2);
const secret = process.env.WEBHOOK_SECRET ?? 'whsec_Z2F0ZXdyaWdodC1tb2NrLXdlYmhvb2stc2VjcmV0'; // of every account of the mock
const toleranceSeconds = Number(process.env.TOLERANCE_SECONDS ?? 300);

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray()); // verified as it was sent
  const task = await verifyCallback({ headers: request.headers, body }, secret, { toleranceSeconds }).catch(
    (error: unknown) => console.error(`Refused: ${error}`),
  );
  response.writeHead(task ? 204 : 401).end(); // at once: the work comes afterwards
  if (!task) return;
  const { id, status, result, error } = task;
  console.log(`${id}: ${status}, ${result?.images?.[0]?.url[0] ?? JSON.stringify(error)}`);
  server.close(); // a service goes on, and handles each id once: handleOnce
}

const server = createServer((request, response) => void receive(request, response)).listen(0);
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' ? address?.port : undefined;
const client = createClient({ baseUrl, apiKey: 'sk-mock' });
const webhook = `http://localhost:${port}/hooks`; // the gateway adds /callback
await client.images.generate({ model: 'qx-image-3.0', prompt: 'A boat', webhook });
