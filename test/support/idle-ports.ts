import type { Ports } from '../../src/gateway/ports/ports.ts';

/** Ports that do not matter to a test: no receiver is reachable, nothing is flagged, limited or generated. */
export const idlePorts: Pick<
  Ports,
  'callbackSender' | 'documentReader' | 'moderator' | 'pacer' | 'rateLimiter' | 'textEngine' | 'translator'
> = {
  callbackSender: { send: async () => ({ kind: 'unreachable', reason: 'no receiver in this test' }) },
  documentReader: { readPages: async () => ({ kind: 'unreachable', reason: 'no document in this test' }) },
  moderator: { moderate: async () => ({ isFlagged: false, categories: [] }) },
  pacer: { pause: async () => {}, callAfter: () => () => {} },
  rateLimiter: { take: async () => undefined },
  textEngine: {
    async *answer() {
      yield { kind: 'end', reason: 'stop' };
    },
  },
  translator: { translate: async ({ message }) => message },
};
