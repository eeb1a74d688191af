// Receives callbacks with Express:
//   npx node examples/callbacks/express.ts [port]
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import {
  CallbackVerificationError,
  createMemorySeenIds,
  handleOnce,
  verifyCallback,
} from '../../src/client/index.ts'; // '@gatewright/client'

const secret = process.env.WEBHOOK_SECRET ?? 'whsec_Z2F0ZXdyaWdodC1tb2NrLXdlYmhvb2stc2VjcmV0'; // of every account of the mock
const seen = createMemorySeenIds(); // several processes share a table with a unique id instead

const app = express();
// The bytes as they arrived: express.json() would leave nothing that can be verified.
app.post('/hooks/callback', express.raw({ type: '*/*', limit: '1mb' }), async (request, response) => {
  const task = await verifyCallback({ headers: request.headers, body: request.body }, secret);
  // Quick: puts the work into a queue. What it throws is answered with 500, and the callback comes again.
  await handleOnce(task.id, () => console.log(`${task.id}: ${task.status}`), seen);
  response.sendStatus(204);
});
const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  // What express.raw() refuses has a status that may be told, such as 413.
  const status = error.expose ? error.status : 500;
  response.sendStatus(error instanceof CallbackVerificationError ? 401 : status);
};
app.use(onError);

const server = app.listen(Number(process.argv[2] ?? 3000), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`http://127.0.0.1:${port}/hooks`);
});
