import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, jsonSchema, Output, streamText, tool } from 'ai';
import { expect, test } from 'vitest';
import { boatSchema, isBoat, openService } from './open-service.ts';

const prompt = 'What is a paper boat?';

test('the AI SDK works: chat, stream, tools, a schema, an error', async () => {
  await using service = await openService();
  const { baseURL, apiKey } = service;
  const provider = createOpenAICompatible({
    name: 'gatewright',
    baseURL,
    apiKey,
    supportsStructuredOutputs: true,
    includeUsage: true,
    // A chat is streamed unless the request says otherwise (section 4.5), and the SDK leaves it out.
    transformRequestBody: (body) => ({ stream: false, ...body }),
  });
  const model = provider(service.model);

  const whole = await generateText({ model, prompt, maxRetries: 0 });
  expect(whole.text).toContain('a paper boat');
  expect(whole.reasoningText).toBeTruthy();
  expect(whole.usage.outputTokens).toBeGreaterThan(10);

  let streamed = '';
  const stream = streamText({ model, prompt, maxRetries: 0 });
  for await (const piece of stream.textStream) streamed += piece;
  expect(streamed).toContain('a paper boat');
  expect((await stream.usage).outputTokens).toBeGreaterThan(20); // because of includeUsage

  const fold = tool({
    description: 'Folds',
    inputSchema: jsonSchema<object>({ type: 'object', properties: {} }),
    execute: async () => 'folded',
  });
  const withTools = await generateText({ model, prompt, tools: { fold }, maxRetries: 0 });
  expect([withTools.finishReason, withTools.toolCalls]).toEqual(['stop', []]);

  const output = Output.object({ schema: jsonSchema(boatSchema) });
  const structured = await generateText({ model, prompt, output, maxRetries: 0 });
  expect(isBoat(structured.output)).toBe(true);

  const refused = generateText({ model: provider('nothing'), prompt, maxRetries: 0 });
  await expect(refused).rejects.toSatisfy(
    (error) => APICallError.isInstance(error) && error.statusCode === 400,
  );
});
