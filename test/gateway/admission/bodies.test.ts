import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { connectRaw, type RawConnection } from '../../http/raw-connection.ts';
import { at, openWire, type Wire } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { until, within } from '../../support/until.ts';

const [, node] = shells;
const MB = 2 ** 20;
const keys = {
  'sk-a': { account: 'alpha' },
  'sk-b': { account: 'alpha' },
  'sk-c': { account: 'beta' },
  'sk-d': { account: 'gamma' },
  'sk-empty': { account: 'nobody' },
};
const deposits = { alpha: '1000', beta: '1000', gamma: '1000' };

/** A submission of which only the head is sent. */
async function begin(
  wire: Wire,
  key: string,
  length: number | 'chunked',
  path = '/v1/images/generations',
  how = '',
): Promise<RawConnection> {
  const connection = await connectRaw(Number(new URL(wire.origin).port));
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  connection.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${size}\r\n${how === 'gzip' ? 'Content-Encoding: gzip\r\n' : ''}\r\n`,
  );
  return connection;
}

/** A submission of which all but the last byte is sent, which is possible only if it is being received. */
async function hold(wire: Wire, key: string, length: number): Promise<RawConnection> {
  const connection = await begin(wire, key, length);
  const sent = new Promise((resolve) => connection.socket.write(`"${'x'.repeat(length - 2)}`, resolve));
  await within('a body is received', sent);
  return connection;
}

async function answerOf(connection: RawConnection) {
  const answer = await connection.answer();
  return [answer?.status, at(JSON.parse(answer?.body ?? '{}'), 'error', 'reason')];
}

test('a large body of an account without funds is refused before it is sent', async () => {
  await using wire = await openWire(node, { keys });
  for (const path of ['/v1/images/generations', '/v1/chat/completions', '/v1/responses']) {
    await using connection = await begin(wire, 'sk-empty', 40 * MB, path);
    const answer = await connection.answer();
    expect(answer?.status).toBe(402);
    expect(at(JSON.parse(answer?.body ?? '{}'), 'error')).toMatchObject({
      reason: 'insufficient_balance',
      message:
        'The balance of 0 USD does not cover the hold of more than 0 USD for this request: its body is not read without credit. Add credit.',
    });
  }
});

test('a large body of unknown length is refused as soon as it is large', async () => {
  await using wire = await openWire(node, { keys });
  await using connection = await begin(wire, 'sk-empty', 'chunked');
  connection.write(`${(300_000).toString(16)}\r\n${'x'.repeat(300_000)}\r\n`);
  expect(await answerOf(connection)).toEqual([402, 'insufficient_balance']);
});

test('permanent refusals come first: an unknown key, a body over its limit', async () => {
  await using wire = await openWire(node, { keys });
  await using stranger = await begin(wire, 'sk-stranger', 40 * MB);
  expect(await answerOf(stranger)).toEqual([401, 'invalid_api_key']);
  await using giant = await begin(wire, 'sk-empty', 500 * MB);
  expect(await answerOf(giant)).toEqual([413, 'body_too_large']);
});

test('large bodies beyond the limit are not received: 429 for one account, 503 for all', async () => {
  const bounds = { body_bytes: { per_account: 24 * MB, per_process: 40 * MB } };
  await using wire = await openWire(node, { keys, deposits, bounds });
  const held = [await hold(wire, 'sk-a', 16 * MB), await hold(wire, 'sk-c', 16 * MB)];
  await using ofAccount = await begin(wire, 'sk-b', 16 * MB);
  expect(await answerOf(ofAccount)).toEqual([429, 'too_many_in_progress']);
  await using ofAll = await begin(wire, 'sk-d', 16 * MB);
  expect(await answerOf(ofAll)).toEqual([503, 'overloaded']);
  // Short bodies reserve no capacity, and a client that disconnects releases its own.
  expect((await wire.postImage({ model: 'sx-5-0-pro', prompt: 'A boat' }, { key: 'sk-a' })).status).toBe(200);
  for (const { socket } of held) socket.destroy();
  await until('there is room again', async () => {
    await using connection = await begin(wire, 'sk-a', 2 * MB);
    connection.write('x'.repeat(2 * MB));
    return (await answerOf(connection))[0] === 400;
  });
});

test('a large body that is announced and never sent reserves no capacity', async () => {
  const bounds = { body_bytes: { per_account: 24 * MB, per_process: 40 * MB } };
  await using wire = await openWire(node, { keys, deposits, bounds });
  const silent: RawConnection[] = [];
  for (const key of ['sk-a', 'sk-c', 'sk-d']) {
    for (let count = 0; count < 4; count += 1) silent.push(await begin(wire, key, 16 * MB));
  }
  await using held = await hold(wire, 'sk-a', 16 * MB);
  held.write('"');
  expect(await answerOf(held)).toEqual([400, 'invalid_parameter']);
  for (const { socket } of silent) socket.destroy();
});

test.each(['a length', 'chunks', 'gzip'])(
  'white space of 60 MB with %s is refused after the first one',
  async (how) => {
    await using wire = await openWire(node, { keys });
    for (const [path, most] of [
      ['/v1/images/generations', 1048576],
      ['/v1/chat/completions', 2097152],
    ] as const) {
      const spaces = Buffer.alloc(60 * MB, ' ');
      const sent = how === 'gzip' ? gzipSync(spaces) : spaces;
      const connection = await begin(wire, 'sk-a', how === 'chunks' ? 'chunked' : sent.length, path, how);
      let taken = 0;
      for (let start = 0; start < sent.length; start += MB) {
        const part = sent.subarray(start, start + MB);
        if (how === 'chunks') connection.write(`${part.length.toString(16)}\r\n`);
        connection.socket.write(part, (error) => {
          if (!error) taken += part.length;
        });
        if (how === 'chunks') connection.write('\r\n');
      }
      const answer = await within('an answer', connection.answer());
      expect(answer?.status).toBe(400);
      expect(at(JSON.parse(answer?.body ?? ''), 'error', 'message')).toContain(`more than ${most} bytes`);
      // The rest of a rejected body is read for a while, so that its client reads the response.
      expect(taken).toBeLessThan(48 * MB);
      connection.socket.destroy();
    }
  },
);

test('an accepted submission is replayed after the money is spent', async () => {
  await using wire = await openWire(node, { keys, deposits: { alpha: '0.045' } });
  const body = `{"model":"sx-5-0-pro","prompt":"A boat"}${' '.repeat(300_000)}`;
  const headers = { 'idempotency-key': 'boat-1' };
  const first = await wire.postImage(body, { key: 'sk-a', headers });
  const again = await wire.postImage(body, { key: 'sk-a', headers });
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  expect((await wire.postImage(body, { key: 'sk-a' })).status).toBe(402);
});
