import type { CreateResponseRequest, CreateResponseResponse } from '../../../generated/stub.ts';
import { invalidRequest } from '../../contract/problem.ts';
import type { OperationContext } from '../context.ts';
import { completeResponse, streamResponse } from '../text/response-answer.ts';
import { readResponsePrompt } from '../text/response-prompt.ts';
import { startText } from '../text/start-text.ts';
import { tooManyParts } from '../text/too-many-parts.ts';
import { validateResponse } from '../text/validate-response.ts';
import { chooseModel, wrongEndpoint } from './choose-model.ts';

const ENDPOINT = '/v1/responses';

/** `POST /v1/responses` (section 4.6): not streamed unless `stream` is true; declared tools are called when asked for. */
export async function createResponse(
  { body: sent }: CreateResponseRequest,
  context: OperationContext,
): Promise<CreateResponseResponse> {
  const request = { ...sent };
  const choice = chooseModel('chat_completion', request, context.key);
  if (choice.kind === 'refused') return choice.response;
  if (!choice.model.identity.endpoints.includes(ENDPOINT)) {
    return wrongEndpoint(request.model, choice.model);
  }
  const tooMany = tooManyParts(request, 'input') ?? tooManyParts(request, 'tools');
  const valid = tooMany
    ? { kind: 'invalid' as const, violations: [tooMany] }
    : validateResponse(choice.model, request);
  if (valid.kind === 'invalid') return invalidRequest('invalid_parameter', valid.violations);
  const { body, format } = valid;
  const start = await startText(
    {
      idPrefix: 'resp_',
      model: choice.model,
      modelName: body.model,
      prompt: readResponsePrompt(body, context.attachments),
      outputLimits: { max_output_tokens: body.max_output_tokens },
      tools: body.tool_choice === 'none' ? [] : (body.tools ?? []).map(({ type }) => type),
      stop: [],
      seed: undefined,
      format,
    },
    context,
  );
  if (start.kind === 'refused') return start.response;
  return body.stream === true
    ? streamResponse(start.answer, start.first)
    : completeResponse(start.answer, start.first);
}
