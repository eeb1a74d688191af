import type { OperationResponse } from '../../../generated/stub.ts';
import type { ProblemResponse } from '../../contract/problem.ts';
import { followChunks } from '../answers/follow-response.ts';
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
    return { ...response, body: followChunks(response.body, () => holding.end()) } as Response; // the same response, except for its end
  } finally {
    if (!isStreamed) holding.end();
  }
}
