// Receives callbacks in a route handler of Next.js: app/hooks/callback/route.ts
import {
  CallbackVerificationError,
  createMemorySeenIds,
  handleOnce,
  verifyCallback,
} from '../../src/client/index.ts'; // '@gatewright/client'

const secret = process.env.WEBHOOK_SECRET ?? 'whsec_Z2F0ZXdyaWdodC1tb2NrLXdlYmhvb2stc2VjcmV0'; // of every account of the mock
const seen = createMemorySeenIds(); // several processes, and serverless functions, share a table with a unique id instead

export async function POST(request: Request): Promise<Response> {
  try {
    const task = await verifyCallback(request, secret);
    // Quick: puts the work into a queue. What it throws is answered with 500, and the callback comes again.
    await handleOnce(task.id, () => console.log(`${task.id}: ${task.status}`), seen);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof CallbackVerificationError) return new Response(null, { status: 401 });
    throw error;
  }
}
