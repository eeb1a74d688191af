import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { isBoat, openService } from './open-service.ts';

const run = promisify(execFile);
const PACKAGE = 'openai==3.54.0';
const INSTALL_MS = 120_000;
const folder = await mkdtemp(join(tmpdir(), 'gatewright-python-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

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

/** The Python of an environment with the client; or why there is none. */
async function install(): Promise<{ readonly python: string } | { readonly reason: string }> {
  const python = join(folder, 'bin', 'python');
  const options = { timeout: INSTALL_MS, killSignal: 'SIGKILL' } as const;
  try {
    await run('python3', ['-m', 'venv', folder], options);
    const quiet = ['--quiet', '--disable-pip-version-check', '--retries', '0', '--timeout', '10'];
    await run(python, ['-m', 'pip', 'install', ...quiet, PACKAGE], options);
    return { python };
  } catch (error) {
    return { reason: `Python's ${PACKAGE} cannot be installed here: ${String(error).slice(0, 300)}` };
  }
}

test(
  'the official client for Python works: chat, stream, tools, responses, a schema, an error',
  async (context) => {
    const installed = await install();
    if ('reason' in installed) {
      console.warn(`${installed.reason}\nIts test is SKIPPED.`);
      return context.skip(installed.reason);
    }
    await using service = await openService();
    const file = join(folder, 'scenario.py');
    await writeFile(file, SCENARIO);
    const env = { PATH: process.env.PATH, BASE_URL: service.baseURL, NO_PROXY: '127.0.0.1' };
    const { stdout } = await run(installed.python, [file], { env, timeout: 120_000, killSignal: 'SIGKILL' });
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
  2 * INSTALL_MS + 150_000,
);
