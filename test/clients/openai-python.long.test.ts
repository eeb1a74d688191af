import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  installPython,
  PYTHON_INSTALL_MS,
  PYTHON_LIMITS,
  pythonEnvironment,
} from '../support/python-package.ts';
import { isBoat, openService } from './open-service.ts';

const run = promisify(execFile);

const SCENARIO = `
import json, os, sys
from openai import OpenAI, BadRequestError

client = OpenAI(base_url=os.environ["BASE_URL"], api_key="sk-alpha", max_retries=0)
model = "qx3.8-max"
messages = [{"role": "user", "content": "What is a paper boat?"}]
schema = {"type": "object", "properties": {"colour": {"type": "string", "enum": ["red", "blue"]},
          "length": {"type": "integer", "minimum": 1}}, "required": ["colour", "length"], "additionalProperties": False}
seen = {}
seen["chat"] = client.chat.completions.create(model=model, messages=messages, stream=False, user=None).choices[0].message.content
seen["stream"] = "".join(chunk.choices[0].delta.content or "" for chunk in
    client.chat.completions.create(model=model, messages=messages, stream=True) if chunk.choices)
tools = [{"type": "function", "function": {"name": "fold", "parameters": {"type": "object", "properties": {}}}}]
seen["tools"] = client.chat.completions.create(model=model, messages=messages, stream=False, tools=tools).choices[0].finish_reason
response = client.responses.create(model=model, input="Search the web for paper boats.", tools=[{"type": "web_search"}])
seen["response"] = [item.type for item in response.output]
seen["structured"] = json.loads(client.chat.completions.create(model=model, messages=messages, stream=False,
    response_format={"type": "json_schema", "json_schema": {"name": "boat", "schema": schema, "strict": True}}).choices[0].message.content)
try:
    client.responses.create(model=model, input="Hi", tools=[{"type": "web_extractor"}])
except BadRequestError as error:
    seen["error"] = [error.status_code, error.param, error.request_id is not None]
print(json.dumps(seen))
`;

test(
  'the official client for Python works: chat, stream, tools, responses, a schema, an error',
  async (context) => {
    const client = await installPython('openai==3.54.0');
    if ('reason' in client) {
      console.warn(`${client.reason}\nIts test is SKIPPED.`);
      return context.skip(client.reason);
    }
    await using service = await openService();
    const own = pythonEnvironment(client.packages);
    const env = { ...own, BASE_URL: service.baseURL, NO_PROXY: '127.0.0.1' };
    const { stdout } = await run('python3', ['-c', SCENARIO], { env, ...PYTHON_LIMITS });
    const seen = JSON.parse(stdout) as Readonly<Record<string, unknown>>; // the scenario prints an object
    expect(seen).toMatchObject({
      chat: expect.stringContaining('a paper boat'),
      stream: expect.stringContaining('a paper boat'),
      tools: 'stop',
      response: ['reasoning', 'web_search_call', 'message'],
      error: [400, '/tools/0/type', true],
    });
    expect(isBoat(seen.structured)).toBe(true);
  },
  PYTHON_INSTALL_MS + 150_000,
);
