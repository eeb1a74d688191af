import type { CreateChatCompletionRequest, CreateChatCompletionResponse } from '../../../generated/stub.ts';
import { invalidRequest } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import { chooseModel } from '../catalogue/choose-model.ts';
import type { RequestContext } from '../request-context.ts';
import { completeChat, streamChat } from '../text/answer/chat-answer.ts';
import { startText } from '../text/answer/start-text.ts';
import { readChatPrompt } from '../text/prompt/chat-prompt.ts';
import { readChat } from '../text/read-chat.ts';
import { refuseText } from '../text/refuse-text.ts';

/** `POST /v1/chat/completions` (section 4.5): streamed unless `stream` is false, in the request or as the default of its model; `tools` is ignored, whatever it is. */
export async function createChatCompletion(
  { body }: CreateChatCompletionRequest,
  context: RequestContext,
): Promise<CreateChatCompletionResponse> {
  const sent: RequestBody = { ...body };
  const { tools: _ignored, ...request } = sent;
  const choice = chooseModel('chat_completion', request, context);
  if (choice.kind === 'refused') return choice.response;
  const call = readChat(choice, request);
  if (call.kind === 'endless') return invalidRequest('invalid_parameter', [call.violation]);
  if (call.kind === 'invalid') {
    const prompt = call.messages && readChatPrompt(call.messages);
    return refuseText({ ...call, body: call.request, prompt }, context);
  }
  const start = await startText(
    {
      ...call,
      body: call.request,
      idPrefix: 'chatcmpl_',
      modelName: String(request.model),
      prompt: readChatPrompt(call.messages),
      tools: [],
    },
    context,
  );
  if (start.kind === 'refused') return start.response;
  return call.isStreamed
    ? streamChat(start.answer, start.first, { includeUsage: call.includesUsage })
    : completeChat(start.answer, start.first, { withReasoning: call.withReasoning });
}
