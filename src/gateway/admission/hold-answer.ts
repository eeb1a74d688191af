import type { OperationResponse } from '../../../generated/stub.ts';
import type { ProblemResponse } from '../../contract/problem.ts';
import type { Holding } from './create-admission.ts';

type Response = OperationResponse | ProblemResponse;

/** Runs a text request if one more may be in progress. It is in progress until its last chunk is read, or the client disconnects. */
export async function holdAnswer(holding: Holding, answer: () => Promise<Response>): Promise<Response> {
  const refused = holding.take('answers', 1);
  if (refused) return refused;
  let isStreamed = false;
  try {
    const response = await answer();
    if (!(Symbol.asyncIterator in response.body)) return response;
    isStreamed = true;
    return { ...response, body: followed(response.body, () => holding.end()) } as Response; // the same response, except for its end
  } finally {
    if (!isStreamed) holding.end();
  }
}

function followed(chunks: AsyncIterable<string>, onEnd: () => void): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]() {
      const source = chunks[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const step = await source.next();
            if (step.done) onEnd();
            return step;
          } catch (error) {
            onEnd();
            throw error;
          }
        },
        async return() {
          onEnd();
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
