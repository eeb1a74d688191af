import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../src/node/listen.ts';

test.each([
  ['EACCES', 80, '127.0.0.1', 'Port 80 requires elevated privileges: choose one above 1023 with --port.'],
  [
    'EADDRINUSE',
    80,
    '127.0.0.1',
    'Port 80 is in use: stop what listens there, or choose another with --port.',
  ],
  ...['ENOTFOUND', 'EAI_AGAIN'].map(
    (code) =>
      [
        code,
        80,
        'gatweay',
        'The host gatweay is not known: name an address of this machine with --host, such as 127.0.0.1.',
      ] as const,
  ),
  [
    'EADDRNOTAVAIL',
    80,
    '192.0.2.1',
    '192.0.2.1 is not an address of this machine: name one with --host, such as 127.0.0.1, or 0.0.0.0 for all.',
  ],
  ['EIO', 80, '127.0.0.1', 'gatewright cannot listen on 127.0.0.1:80: as the system says'],
] as const)(
  'why nothing can be listened on is explained with its own option: %s',
  async (code, port, host, message) => {
    const server = createServer();
    const error = Object.assign(new Error('as the system says'), { code });
    server.listen = () => {
      queueMicrotask(() => server.emit('error', error));
      return server;
    };
    expect(await listen(server, { port, host })).toEqual({ kind: 'failed', message });
  },
);

test('an IPv6 address is in brackets in the URL', async () => {
  const server = createServer();
  server.listen = (...given: readonly unknown[]) => {
    queueMicrotask(given.at(-1) as () => void); // what is called once it listens
    return server;
  };
  server.address = () => ({ address: '::1', family: 'IPv6', port: 8080 });
  expect(await listen(server, { port: 8080, host: '::1' })).toMatchObject({ baseUrl: 'http://[::1]:8080' });
});

test('closing ends open connections', async () => {
  const listening = await listen(createServer(), { port: 0, host: '127.0.0.1' });
  if (listening.kind === 'failed') throw new Error(listening.message);
  const client = connect(listening.address.port, '127.0.0.1');
  await once(client, 'connect');
  client.write('GET / HTTP/1.1\r\n'); // the rest never comes
  client.on('error', () => {}); // a reset is an end as well
  const closed = new Promise((resolve) => client.once('close', resolve));
  await listening.close();
  await closed;
});
