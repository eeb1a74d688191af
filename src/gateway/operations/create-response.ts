import type { CreateResponseRequest, CreateResponseResponse } from '../../../generated/stub.ts';
import { invalidRequest } from '../../contract/problem.ts';
import { chooseModel, wrongEndpoint } from '../catalogue/choose-model.ts';
import type { RequestContext } from '../request-context.ts';
import { completeResponse, streamResponse } from '../text/answer/response-answer.ts';
import { startText } from '../text/answer/start-text.ts';
import { readResponsePrompt } from '../text/prompt/response-prompt.ts';
import { refuseText } from '../text/refuse-text.ts';
import { tooManyParts } from '../text/too-many-parts.ts';
import { validateResponse } from '../text/validate-response.ts';

const ENDPOINT = '/v1/responses';

/** `POST /v1/responses` (section 4.6): not streamed unless `stream` is true; declared tools are called when asked for. */
export async function createResponse(
  { body: sent }: CreateResponseRequest,
  context: RequestContext,
): Promise<CreateResponseResponse> {
  const request = { ...sent };
  const choice = chooseModel('chat_completion', request, context);
  if (choice.kind === 'refused') return choice.response;
  if (!choice.model.identity.endpoints.includes(ENDPOINT)) {
    return wrongEndpoint(request.model, choice.model);
  }
  const tooMany = tooManyParts(request, 'input') ?? tooManyParts(request, 'tools');
  if (tooMany) return invalidRequest('invalid_parameter', [tooMany]);
  const { model } = choice;
  const { body, format, input, violations } = validateResponse(model, request);
  const prompt = input === undefined ? undefined : readResponsePrompt({ ...body, input });
  if (violations.length > 0 || !prompt)
    return refuseText({ body: request, model, violations, prompt, format }, context);
  const start = await startText(
    {
      body: request,
      idPrefix: 'resp_',
      model,
      modelName: body.model,
      prompt,
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
