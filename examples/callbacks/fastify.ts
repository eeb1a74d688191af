// Receives callbacks with Fastify:
//   npx node examples/callbacks/fastify.ts [port]
import fastify, { type FastifyError } from 'fastify';
import {
  CallbackVerificationError,
  createMemorySeenIds,
  handleOnce,
  verifyCallback,
} from '../../src/client/index.ts'; // '@gatewright/client'

const secret = process.env.WEBHOOK_SECRET ?? 'whsec_Z2F0ZXdyaWdodC1tb2NrLXdlYmhvb2stc2VjcmV0'; // of every account of the mock
const seen = createMemorySeenIds(); // several processes share a table with a unique id instead

const app = fastify();
// The bytes as they arrived: a parsed body cannot be verified.
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Body: Buffer }>('/hooks/callback', async (request, reply) => {
  const task = await verifyCallback({ headers: request.headers, body: request.body }, secret);
  // Quick: puts the work into a queue. What it throws is answered with 500, and the callback comes again.
  await handleOnce(task.id, () => console.log(`${task.id}: ${task.status}`), seen);
  return reply.code(204).send();
});
app.setErrorHandler<FastifyError>((error, _request, reply) =>
  // What Fastify refuses has a status of its own, such as 413.
  reply.code(error instanceof CallbackVerificationError ? 401 : (error.statusCode ?? 500)).send(),
);

const address = await app.listen({ host: '127.0.0.1', port: Number(process.argv[2] ?? 3000) });
console.log(`${address}/hooks`);
