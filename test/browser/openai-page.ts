import OpenAI from 'openai';

/** Where the page sends requests: the origin of the gateway, which is not its own. */
async function ask(origin: string) {
  const client = new OpenAI({
    apiKey: 'sk-alpha',
    baseURL: `${origin}/v1`,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    defaultHeaders: { 'x-page': 'test' },
  });
  const model = 'qx3.8-max';
  const messages = [{ role: 'user' as const, content: 'What is a paper boat?' }];
  const { data, response } = await client.chat.completions
    .create({ model, messages, stream: false }, { idempotencyKey: 'k-1' })
    .withResponse();
  let streamed = '';
  for await (const chunk of await client.chat.completions.create({ model, messages, stream: true }))
    streamed += chunk.choices[0]?.delta.content ?? '';
  const answer = await client.responses.create({ model, input: 'What is a paper boat?' });
  const refused = await client.chat.completions
    .create({ model: 'nothing', messages, stream: false })
    .catch((error: unknown) => error);
  return {
    content: data.choices[0]?.message.content,
    requestId: response.headers.get('x-request-id'),
    remaining: response.headers.get('x-ratelimit-remaining-requests'),
    streamed,
    output: answer.output_text,
    refused:
      refused instanceof OpenAI.APIError
        ? { status: refused.status, id: refused.requestID }
        : String(refused),
  };
}

Reflect.set(globalThis, 'ask', ask);
