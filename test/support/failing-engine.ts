import type { Engine } from '../../src/gateway/ports/media/engine.ts';

/** An engine whose every task fails. */
export const failingEngine: Engine = {
  plan: () => [{ width: 1024, height: 1024, tier: '1K' }],
  run: async () => ({
    kind: 'failed',
    error: { code: 'content_rejected', message: 'The result was rejected.', type: 'server_error' },
  }),
};
