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
    const sent: SentBody = {};
    const kept = keepBody(request, sent);
    const end = (response: GatewayResponse | undefined) =>
      tell(toAnswered(request, { response, notes, durationMs: performance.now() - begun }));
    let response: GatewayResponse;
    try {
      response = await takingNotes(notes, () => handle(kept));
      noteModel(notes, sent);
    } catch (error) {
      noteModel(notes, sent);
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

const utf8 = new TextDecoder();

/** The body of a request, once it was read: no more of it than is searched. */
interface SentBody {
  beginning?: Uint8Array | undefined;
}

function keepBody(request: GatewayRequest, sent: SentBody): GatewayRequest {
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  return {
    ...request,
    async readBody(maxBytes, room) {
      const body = await request.readBody(maxBytes, room);
      // A long body is handed over to a thread that parses it.
      if (body instanceof Uint8Array)
        sent.beginning = body.length > MAX_SEARCHED ? body.slice(0, MAX_SEARCHED) : body;
      return body;
    },
  };
}

/** A request that is refused early never reaches the store: its model is read from its body. */
function noteModel(notes: Notes, sent: SentBody): void {
  const { beginning } = sent;
  sent.beginning = undefined; // a stream lasts
  if (notes.model !== undefined || !beginning) return;
  const model = /"model"\s*:\s*"([^"\\]{1,200})"/.exec(utf8.decode(beginning))?.[1];
  if (model !== undefined) notes.model = model;
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
  const mark = target.indexOf('?');
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
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
