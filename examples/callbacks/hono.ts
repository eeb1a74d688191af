// Receives callbacks with Hono:
//   npx node examples/callbacks/hono.ts [port]
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import {
  CallbackVerificationError,
  createMemorySeenIds,
  handleOnce,
  verifyCallback,
} from '../../src/client/index.ts'; // '@gatewright/client'

const secret = process.env.WEBHOOK_SECRET ?? 'whsec_Z2F0ZXdyaWdodC1tb2NrLXdlYmhvb2stc2VjcmV0'; // of every account of the mock
const seen = createMemorySeenIds(); // several processes share a table with a unique id instead

const app = new Hono();
app.post('/hooks/callback', async (context) => {
  const task = await verifyCallback(context.req.raw, secret);
  // Quick: puts the work into a queue. What it throws is answered with 500, and the callback comes again.
  await handleOnce(task.id, () => console.log(`${task.id}: ${task.status}`), seen);
  return context.body(null, 204);
});
app.onError((error, context) => context.body(null, error instanceof CallbackVerificationError ? 401 : 500));

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.argv[2] ?? 3000) }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}/hooks`),
);
