import type { TextEngine } from '../../../src/gateway/ports/text-engine.ts';
import { listen } from '../../http/listen.ts';
import { fetchShell, openText } from './open-text.ts';

const PIECE = 'A paper boat floats. '.repeat(3000);

/** A model that talks until nobody listens; a piece counts for nothing, so that no limit ends it. */
const endless: TextEngine = {
  async *answer() {
    for (;;) yield { kind: 'text', text: PIECE, tokens: 0 };
  },
};

/** Listens in a process of its own: tells its port first, and its memory in bytes whenever it is asked. */
const text = await openText(fetchShell, { ports: { textEngine: endless } });
const server = await listen(text.gateway);
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit());
process.send?.({ port: server.port });
