import type { IncomingMessage, ServerResponse } from 'node:http';
import { openReceiver, type Receiver } from '../../serve/receiver.ts';
import type { Scenario } from '../scenario.ts';

const SILENCE_MS = 12_000;

type Misbehaviour = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** What a receiver does with the first attempt of a callback; it accepts later ones. */
const misbehaviours: readonly Misbehaviour[] = [
  (_incoming, outgoing) => outgoing.writeHead(500).end('no'),
  (incoming) => incoming.socket.destroy(),
  (incoming) => incoming.socket.end('HTTP/1.1 banana\r\n\r\n'),
  (_incoming, outgoing) => outgoing.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  (_incoming, outgoing) => void setTimeout(() => outgoing.end(), SILENCE_MS).unref(),
];

/** Receivers that fail, lie or fall silent on the first attempt; each callback has to arrive by a later one. */
export const receiverFaults: readonly Scenario[] = (['SQLite', 'PostgreSQL'] as const).map((database) => ({
  name: 'receivers that fail, lie or stay silent at first',
  database,
  processes: database === 'SQLite' ? 1 : 2,
  times: { long: 1, short: 1 },
  openReceiver: openUnreliableReceiver,
  strike: async ({ receiver, clients }) => {
    for (let tries = 0; receiver.pushed.size === 0 && tries < 10; tries += 1) await clients.untilAccepted();
  },
}));

function openUnreliableReceiver(): Promise<Receiver> {
  const tried = new Set<string>();
  let turn = 0;
  return openReceiver((task, incoming, outgoing) => {
    if (tried.has(task.id)) return 'take';
    tried.add(task.id);
    const misbehave = misbehaviours[turn++ % misbehaviours.length];
    misbehave?.(incoming, outgoing);
    return 'refuse';
  });
}
