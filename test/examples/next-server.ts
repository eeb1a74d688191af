// Runs the route handler of Next.js as a server: it is a function of a web Request.
import { serve } from '@hono/node-server';
import { POST } from '../../examples/callbacks/next-route.ts';

serve({ fetch: POST, hostname: '127.0.0.1', port: Number(process.argv[2]) }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}/hooks`),
);
