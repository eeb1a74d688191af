import type { GatewayRequest, GatewayResponse, RequestHandler } from '../../gateway/exchange.ts';
import { refusalReason } from '../../gateway/refusal-reason.ts';
import { type Notes, takingNotes } from './notes.ts';

/** Facts about a completed request: no key, no body, no query. */
export interface AnsweredRequest extends Readonly<Notes> {
  readonly method: string;
  readonly path: string;
  /** Undefined when the connection was dropped. */
  readonly status: number | undefined;
  /** The reason of an error. */
  readonly reason: string | undefined;
  /** Until the end of the response, in real milliseconds. */
  readonly durationMs: number;
}

/** Reports each request when its response is complete, streams included. */
export function withRequestLog(
  handle: RequestHandler['handle'],
  tell: (request: AnsweredRequest) => void,
): RequestHandler['handle'] {
  return async (request) => {
    const begun = performance.now();
    const notes: Notes = {};
    const noted = withModelNoted(request, notes);
    const end = (response: GatewayResponse | undefined) =>
      tell(toAnswered(request, { response, notes, durationMs: performance.now() - begun }));
    let response: GatewayResponse;
    try {
      response = await takingNotes(notes, () => handle(noted));
    } catch (error) {
      end(undefined);
      throw error;
    }
    const { body } = response;
    if (typeof body === 'object' && !(body instanceof Uint8Array))
      return { ...response, body: followed(body, notes, () => end(response)) };
    end(response);
    return response;
  };
}

/** Bytes of a body that are searched for the model. */
const MAX_SEARCHED = 65_536;

/** A request that is refused early never reaches the store: its model is read from its body. */
function withModelNoted(request: GatewayRequest, notes: Notes): GatewayRequest {
  return {
    ...request,
    async readBody(maxBytes, room) {
      const body = await request.readBody(maxBytes, room);
      if (!(body instanceof Uint8Array)) return body;
      const text = new TextDecoder().decode(body.subarray(0, MAX_SEARCHED));
      const model = /"model"\s*:\s*"([^"\\]{1,200})"/.exec(text)?.[1];
      if (model !== undefined) notes.model = model;
      return body;
    },
  };
}

function toAnswered(
  { method, target }: GatewayRequest,
  {
    response,
    notes,
    durationMs,
  }: {
    readonly response: GatewayResponse | undefined;
    readonly notes: Notes;
    readonly durationMs: number;
  },
): AnsweredRequest {
  const [path = ''] = target.split('?', 1);
  return {
    method,
    path,
    status: response?.status,
    reason: response && refusalReason(response),
    durationMs,
    ...notes,
  };
}

type Chunks = Extract<GatewayResponse['body'], AsyncIterable<unknown>>;

/** Reading a stream belongs to its request as well. */
function followed(chunks: Chunks, notes: Notes, end: () => void): Chunks {
  return {
    [Symbol.asyncIterator]() {
      const iterator = takingNotes(notes, () => chunks[Symbol.asyncIterator]());
      let isOver = false;
      const finish = () => {
        if (!isOver) end();
        isOver = true;
      };
      const step = async (read: () => Promise<IteratorResult<string | Uint8Array>>) => {
        try {
          const result = await takingNotes(notes, read);
          if (result.done) finish();
          return result;
        } catch (error) {
          finish();
          throw error;
        }
      };
      return {
        next: () => step(() => iterator.next()),
        return: () => step(async () => (await iterator.return?.()) ?? { done: true, value: undefined }),
      };
    },
  };
}
