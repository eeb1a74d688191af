import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createWorkerPool } from '../../../src/adapters/workers/create-worker-pool.ts';
import { connectRaw } from '../../http/raw-connection.ts';
import { at, openWire, type Wire } from '../../support/open-wire.ts';
import { dataUri } from '../../support/reference-images.ts';
import { shells } from '../../support/shells.ts';
import { until, within } from '../../support/until.ts';

const [, node] = shells;
const MB = 2 ** 20;
const threads = createWorkerPool();
afterAll(() => threads.close());

const IMAGES = '/v1/images/generations';
const keys = { 'sk-alpha': { account: 'alpha' }, 'sk-empty': { account: 'nobody' } };
const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };
const PRICE = 0.045;
const picture = (bytes: number) => dataUri({ width: 640, height: 480, format: 'png', bytes });

/** Holds exist only for what was accepted. */
async function expectAccepted(wire: Wire, count: number): Promise<void> {
  expect(Number(await wire.remaining())).toBeCloseTo(1000 - count * PRICE, 6);
}

function inChunks(text: string, size: number): string {
  let chunks = '';
  for (let start = 0; start < text.length; start += size) {
    const piece = text.slice(start, start + size);
    chunks += `${piece.length.toString(16)}\r\n${piece}\r\n`;
  }
  return `${chunks}0\r\n\r\n`;
}

function headOf(size: string, key = 'sk-alpha'): string {
  return `POST ${IMAGES} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${size}\r\n\r\n`;
}

test('a body in chunks of one byte is accepted, and refused when there are very many', async () => {
  await using wire = await openWire(node, { keys, workers: threads });
  for (const [bytes, size, status] of [
    [10_000, 1, 200],
    [200_000, 100, 200],
    [200_000, 1, 400],
  ] as const) {
    const body = JSON.stringify({ ...boat, image_urls: [await picture(bytes)] });
    await using connection = await connectRaw(Number(new URL(wire.origin).port));
    connection.write(`${headOf('Transfer-Encoding: chunked')}${inChunks(body, size)}`);
    expect((await within('the submission is answered', connection.answer()))?.status).toBe(status);
  }
  await expectAccepted(wire, 2);
});

test('clients that disconnect in the middle of large bodies leave nothing behind', async () => {
  const bounds = { body_bytes: { per_account: 24 * MB, per_process: 24 * MB } };
  await using wire = await openWire(node, { keys, bounds, workers: threads });
  const body = JSON.stringify({ ...boat, image_urls: [await picture(3 * MB)] });
  for (const size of [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked']) {
    for (let count = 0; count < 20; count += 1) {
      const connection = await connectRaw(Number(new URL(wire.origin).port));
      const isChunked = size.startsWith('T');
      const part = body.slice(0, 400_000 + count * 1000);
      connection.write(`${headOf(size)}${isChunked ? inChunks(part, 10_000).slice(0, -5) : part}`);
      await new Promise<void>((resolve) => connection.socket.end(resolve));
      connection.socket.destroy();
    }
  }
  await until('there is room for a body that needs nearly all of it', async () => {
    const note = 'x'.repeat(23 * MB - body.length - 11);
    const answer = await wire.postImage(`${body.slice(0, -1)},"note":"${note}"}`);
    return answer.status !== 429 && answer.status;
  });
  await expectAccepted(wire, 0);
  expect((await wire.postImage(body)).status).toBe(200);
  await expectAccepted(wire, 1);
});

test('thirty simultaneous large bodies of an account without funds are not received', async () => {
  await using wire = await openWire(node, { keys, workers: threads });
  const answers = Array.from({ length: 30 }, async () => {
    await using connection = await connectRaw(Number(new URL(wire.origin).port));
    connection.write(headOf(`Content-Length: ${100 * MB}`, 'sk-empty'));
    return (await within('a body without means is refused', connection.answer()))?.status;
  });
  // Requests beyond the capacity get the refusal.
  for (const status of await Promise.all(answers)) expect([402, 429]).toContain(status);
  expect(await Promise.all(answers)).toContain(402);
  expect((await wire.postImage(boat)).status).toBe(200);
});

test('of thirty simultaneous large bodies of an account with funds, as many are accepted as capacity allows', async () => {
  const bounds = { body_bytes: { per_account: 16 * MB, per_process: 64 * MB } };
  await using wire = await openWire(node, { keys, bounds, workers: threads });
  const body = JSON.stringify({ ...boat, image_urls: [await picture(3 * MB)] });
  const answers = await Promise.all(Array.from({ length: 30 }, () => wire.postImage(body)));
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([429, '2']);
  expect(refused.length).toBeLessThan(30);
  await expectAccepted(wire, 30 - refused.length);
  expect((await wire.postImage(body)).status).toBe(200);
});

test('other values in place of data URIs are rejected as in a short body', async () => {
  await using wire = await openWire(node, { keys, workers: threads });
  const uri = await picture(300_000);
  const quoted = JSON.stringify(uri);
  const submit = (members: string) => `{"model":"sx-5-0-pro","prompt":"A paper boat",${members}}`;
  const bodies: Readonly<Record<string, string | Uint8Array>> = {
    'U+0000': submit(`"image_urls":["${uri}\\u0000"]`),
    'half of a surrogate pair': submit(`"image_urls":["${uri}\\ud800"]`),
    'U+0000 elsewhere': submit(`"image_urls":[${quoted}],"x":"\\u0000"`),
    'an escape that is none': submit(`"image_urls":["${uri}\\x"]`),
    'an escape that is cut': submit(`"image_urls":["${uri}\\u00"]`),
    'no end': submit(`"image_urls":["${uri}`),
    'a line break': submit(`"image_urls":["${uri}\n"]`),
    'no list': submit(`"image_urls":${quoted}`),
    'a list in it': submit(`"image_urls":[[${quoted}]]`),
    'nesting beside it': submit(`"image_urls":[${quoted}],"x":${'['.repeat(100)}${']'.repeat(100)}`),
    'nesting without an end': submit(`"image_urls":[${quoted}],"x":${'['.repeat(300_000)}`),
    'many fields': submit(
      `"image_urls":[${quoted}],${Array.from({ length: 12_000 }, (_, n) => `"x${n}":1`).join()}`,
    ),
    'eleven of them': submit(`"image_urls":[${Array(11).fill(quoted).join()}]`),
    'the body alone': quoted,
    'two bodies': `${submit(`"image_urls":[${quoted}]`)}{}`,
    'half of the data': submit(`"image_urls":["${uri.slice(0, 300_001)}"]`),
    gzip: gzipSync(submit(`"image_urls":[${quoted}]`), { level: 0 }),
  };
  for (const [what, body] of Object.entries(bodies))
    expect([what, (await wire.postImage(body)).status]).toEqual([what, 400]);
  await expectAccepted(wire, 0);
});

test('data URIs as names, twice in a body or in other fields do no harm', async () => {
  await using wire = await openWire(node, { keys, workers: threads });
  const [uri, other] = [JSON.stringify(await picture(300_000)), JSON.stringify(await picture(310_000))];
  const submit = (members: string) => `{"model":"sx-5-0-pro","prompt":"A paper boat",${members}}`;
  const accepted = [
    submit(`${uri}:1`),
    submit(`${uri}:{"image_urls":[${uri}]}`),
    submit(`"image_urls":[${uri},${uri}]`),
    submit(`"image_urls":["no address"],"image_urls":[${other}]`),
    submit(`"image_urls":[${uri}],"note":${uri}`),
  ];
  for (const body of accepted) {
    const answer = await wire.postImage(body);
    const path = at(answer.body, 'error', 'violations');
    expect([body.slice(40, 80), answer.status, path]).toEqual([body.slice(40, 80), 200, undefined]);
  }
});
