import { type OutgoingHttpHeaders, request } from 'node:http';

/** One request of the workload, without its server. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** A status and the whole body. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The headers of every request: the preset key of the mock, and JSON. */
export const HEADERS = { authorization: 'Bearer sk-mock', 'content-type': 'application/json' } as const;

/** Sends one request over its own connection; rejects when nothing listens. */
export function exchange(origin: string, { method, path, body }: BenchRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const headers: OutgoingHttpHeaders = { ...HEADERS, ...length };
    const outgoing = request(new URL(path, origin), { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () =>
        resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Like `exchange`, but anything other than a 200 is an error that quotes the response. */
export async function expectSuccess(origin: string, request: BenchRequest): Promise<Answer> {
  const answer = await exchange(origin, request);
  if (answer.status === 200) return answer;
  const { method, path } = request;
  throw new Error(`${method} ${origin}${path} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
}
