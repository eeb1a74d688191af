import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { NoResponse, toResponse, type WireResponse } from './exchange.ts';

const TIMEOUT_MS = 15_000;
const MAX_MS = 60_000;
const MAX_BYTES = 5_000_000;

/** Sends bytes on a new connection and reads the first response. Throws `NoResponse` when the connection closes without one. */
export async function sendRaw(baseUrl: string, text: string): Promise<WireResponse> {
  const received = await readUntilClosed(new URL(baseUrl), text);
  const response = parseResponse(received);
  if (!response) throw new NoResponse(`raw request: no HTTP response, ${received.length} bytes`);
  return response;
}

/** Host and port of a base address. */
export function toAddress({ protocol, hostname, port }: URL): {
  readonly host: string;
  readonly port: number;
} {
  const usual = protocol === 'https:' ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usual) };
}

function readUntilClosed(url: URL, text: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const address = toAddress(url);
    const socket =
      url.protocol === 'https:' ? connectTls({ ...address, servername: url.hostname }) : connectTcp(address);
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => finish(), MAX_MS);
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks));
    };
    socket.setTimeout(TIMEOUT_MS, finish);
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const all = Buffer.concat(chunks);
      if (isComplete(all) || all.length > MAX_BYTES) finish();
    });
    socket.write(text);
  });
}

/** Whether a response is complete: by its length, or by its last chunk. Others end with the connection. */
function isComplete(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = bytes.subarray(0, end).toString('latin1');
  if (isChunked(head)) return joinChunks(bytes.subarray(end + 4)) !== undefined;
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  return length !== undefined && bytes.length >= end + 4 + Number(length);
}

function isChunked(head: string): boolean {
  return /^transfer-encoding:.*\bchunked *$/im.test(head);
}

/** The content of a chunked body (RFC 9112, section 7.1); undefined before its last chunk. */
function joinChunks(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const start = bytes.indexOf('\r\n', at) + 2;
    const [digits] = /^[\da-f]+/i.exec(bytes.subarray(at, start).toString('latin1')) ?? [];
    if (start < 2 || digits === undefined) return undefined;
    const size = Number.parseInt(digits, 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(start, start + size));
    at = start + size + 2;
  }
}

function parseResponse(bytes: Buffer): WireResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, Math.max(end, 0)).toString('latin1');
  const [first = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1];
  if (!status) return undefined;
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).trim(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  const sent = bytes.subarray(end + 4);
  const body = (isChunked(head) ? joinChunks(sent) : undefined) ?? sent;
  return toResponse(Number(status), Object.fromEntries(headers), body);
}
