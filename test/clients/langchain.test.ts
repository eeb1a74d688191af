import { ChatOpenAI } from '@langchain/openai';
import { expect, test } from 'vitest';
import { at } from '../support/open-wire.ts';
import { boatSchema, isBoat, openService } from './open-service.ts';

const QUESTION = 'What is a paper boat?';

test('the client of LangChain works: chat, stream, tools, responses, a schema, an error', async () => {
  await using service = await openService();
  const { model, apiKey, baseURL } = service;
  const options = { model, apiKey, configuration: { baseURL }, maxRetries: 0 };
  const chat = new ChatOpenAI(options);

  expect((await chat.invoke(QUESTION)).text).toContain('a paper boat');

  let streamed = '';
  for await (const chunk of await chat.stream(QUESTION)) streamed += chunk.text;
  expect(streamed).toContain('a paper boat');

  const fold = {
    type: 'function',
    function: { name: 'fold', parameters: { type: 'object', properties: {} } },
  };
  const answer = await chat.bindTools([fold]).invoke(QUESTION);
  expect(answer.tool_calls).toEqual([]);
  expect(at(answer, 'usage_metadata', 'output_tokens')).toBeGreaterThan(10);

  const responses = new ChatOpenAI({ ...options, useResponsesApi: true });
  expect((await responses.invoke(QUESTION)).text).toContain('a paper boat');

  const structured = chat.withStructuredOutput(boatSchema, { name: 'boat', method: 'jsonSchema' });
  expect(isBoat(await structured.invoke(QUESTION))).toBe(true);

  const unknown = new ChatOpenAI({ ...options, model: 'nothing' });
  await expect(unknown.invoke(QUESTION)).rejects.toMatchObject({ status: 400 });
});
