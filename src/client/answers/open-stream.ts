import type { Client } from 'openapi-fetch';
import { type ClientPaths, clientOperations } from '../../../generated/client.ts';
import { type CallOptions, malformedAnswer } from '../create-calls.ts';
import { eitherSignal } from '../either-signal.ts';
import { toGatewrightError } from '../gatewright-error.ts';
import { type AnswerStream, type Collector, createAnswerStream } from './answer-stream.ts';

/** The operations that can stream, with the request and how the events add up. */
export interface StreamedCall<Event, Final> {
  readonly operationId: 'createChatCompletion' | 'createResponse';
  readonly request: object;
  readonly collector: Collector<Event, Final>;
}

/** Sends a request for a streamed answer; resolves when the response begins. */
export async function openStream<Event, Final>(
  raw: Client<ClientPaths>,
  { operationId, request, collector }: StreamedCall<Event, Final>,
  options?: CallOptions,
): Promise<AnswerStream<Event, Final>> {
  const { headers, signal } = options ?? {};
  const leaving = new AbortController();
  const either = eitherSignal(signal, leaving);
  const { method, path } = clientOperations[operationId];
  const { response, error } = await raw.POST(path, {
    body: { ...request, stream: true } as never, // typed by the client's interface
    parseAs: 'stream',
    signal: either,
    ...(headers && { headers }),
  });
  if (!response.ok) throw toGatewrightError(response, error);
  const type = response.headers.get('content-type') ?? '';
  // A page of something else, such as a proxy; other types than that of a stream may be mistakes of a gateway.
  if (type.startsWith('text/html')) {
    leaving.abort();
    malformedAnswer(
      `${method} ${path} answered ${response.status} with a page instead of a stream`,
      response,
    );
  }
  return createAnswerStream(response, collector, { signal: either, abort: () => leaving.abort() });
}
