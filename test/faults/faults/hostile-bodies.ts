import { connect } from 'node:net';
import { deflateSync } from 'node:zlib';
import type { Scenario, Stage } from '../scenario.ts';

const image = '/v1/images/generations';
const video = '/v1/videos/generations';
const chat = '/v1/chat/completions';
const responses = '/v1/responses';
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Attack {
  readonly path: string;
  readonly body: string;
}

/** Bodies that no gateway should be harmed by; built when they are sent, because some are large. */
const attacks: readonly (() => Attack)[] = [
  () => ({ path: image, body: '['.repeat(1_000_000) }),
  () => ({ path: image, body: `{"model":"qx-image-3.0","prompt":"a","x":${nested(10_000)}}` }),
  () => ({ path: image, body: '{"model":"qx-image-3.0","prompt":"a\\u0000b"}' }),
  () => ({ path: image, body: '{"model":"qx-image-3.0","prompt":"\\ud800"}' }),
  () => ({ path: image, body: `{"model":"qx-image-3.0","prompt":"${'a'.repeat(4_000_000)}"}` }),
  () => ({
    path: image,
    body: `{"model":"sx-5-0-pro","prompt":"a","image_urls":["data:image/png;base64,${'A'.repeat(30_000_000)}"]}`,
  }),
  () => ({ path: image, body: `{"model":"sx-5-0-pro","prompt":"a","size":"${'9'.repeat(100_000)}x1"}` }),
  () => ({
    path: video,
    body: `{"model":"vxq3","prompt":"a","image_urls":["data:image/png;base64,${pixel}"]}`,
  }),
  () => ({ path: video, body: '{"model":"vxq3","prompt":"a","image_urls":["http://127.0.0.1:1/a.png"]}' }),
  () => ({
    path: chat,
    body: `{"model":"qx3.8-max","messages":[{"role":"user","content":"a"}],"response_format":${nested(10_000)}}`,
  }),
  () => ({
    path: chat,
    body: `{"model":"qx3.8-max","messages":${JSON.stringify(Array.from({ length: 20_000 }, () => ({ role: 'user', content: 'a' })))}}`,
  }),
  () => ({ path: chat, body: chatWithPdf(inflatingPdf()) }),
  () => ({ path: chat, body: chatWithPdf(Buffer.from(`%PDF-1.7\n${'1 0 obj\n<<'.repeat(5000)}`)) }),
  () => ({ path: responses, body: `{"model":"qx3.8-max","input":"a","text":{"format":${nested(10_000)}}}` }),
  () => ({
    path: responses,
    body: '{"model":"qx3.8-max","input":[{"role":"user","content":[{"type":"input_image","image_url":"data:application/pdf;base64,AAAA"}]}],"tools":[{"type":"web_extractor"}]}',
  }),
];

/** Hostile bodies sent to a service with other clients; no response may be a 5xx, and the others must not be affected. */
export const bodyFaults: readonly Scenario[] = (['SQLite', 'PostgreSQL'] as const).map((database) => ({
  name: `${attacks.length + 2} hostile bodies, each answered 4xx`,
  database,
  processes: 1,
  isShort: database === 'SQLite',
  times: { long: 3, short: 1 },
  strike: sendAll,
}));

async function sendAll({ site, clients }: Stage): Promise<void> {
  const [origin = ''] = site.origins();
  const { hostname: host, port } = new URL(origin);
  const target = { host, port: Number(port), key: site.key };
  await Promise.all([sendSlowly(target), breakOff(target)]);
  for (const attack of attacks) {
    const { path, body } = attack();
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers: headersFor(site.key), body });
    const text = await answer.text();
    if (answer.status < 400 || answer.status > 499)
      throw new Error(`${path} ${body.slice(0, 100)}: ${answer.status} ${text.slice(0, 300)}`);
  }
  await clients.untilAccepted();
}

function headersFor(key: string) {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

interface Target {
  readonly host: string;
  readonly port: number;
  readonly key: string;
}

/** Sends a body byte by byte and never ends it. */
function sendSlowly({ host, port, key }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => {
      socket.write(headOf(key, 1000));
      const drip = setInterval(() => socket.write(' '), 100);
      setTimeout(() => {
        clearInterval(drip);
        socket.destroy();
        resolve();
      }, 1500);
    });
    socket.once('error', reject);
  });
}

/** Announces more than it sends, and disconnects. */
function breakOff({ host, port, key }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => {
      socket.end(`${headOf(key, 1000)}{"model":"qx-image-3.0"`, resolve);
    });
    socket.once('error', reject);
  });
}

function headOf(key: string, length: number): string {
  const lines = ['host: localhost', `authorization: Bearer ${key}`, 'content-type: application/json'];
  return [`POST ${image} HTTP/1.1`, ...lines, `content-length: ${length}`, '', ''].join('\r\n');
}

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

function chatWithPdf(pdf: Uint8Array): string {
  const file_data = `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`;
  const content = [{ type: 'file', file: { file_data, filename: 'a.pdf' } }];
  return JSON.stringify({ model: 'qx3.8-max', messages: [{ role: 'user', content }] });
}

let bomb: Uint8Array | undefined;

/** A PDF whose cross-reference stream inflates, twice, to 256 MB of zeros. */
function inflatingPdf(): Uint8Array {
  bomb ??= deflateSync(deflateSync(Buffer.alloc(2 ** 28)));
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 9 /W [1 4 2] /Root 2 0 R /Length ${bomb.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bomb, Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF')]);
}
