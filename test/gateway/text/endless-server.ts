import type { TextEngine } from '../../../src/gateway/ports/text/text-engine.ts';
import { listen } from '../../http/listen.ts';
import { fetchShell, openText } from './open-text.ts';

const PIECE = 'A paper boat floats. '.repeat(3000);

/** A model that writes until it is aborted; its chunks have no tokens, so that no limit ends it. */
const endless: TextEngine = {
  async *answer() {
    for (;;) yield { kind: 'text', text: PIECE, tokens: 0 };
  },
};

/** Listens in a separate process: reports its port first, and its memory in bytes on request. */
const text = await openText(fetchShell, { ports: { textEngine: endless } });
const server = await listen(text.gateway);
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit());
process.send?.({ port: server.port });
