import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isBoat, openService } from './open-service.ts';

const run = promisify(execFile);
const PACKAGE = 'openai==3.54.0';
const INSTALL_MS = 120_000;
const LIMITS = { timeout: INSTALL_MS, killSignal: 'SIGKILL' } as const;
const cache = resolve(import.meta.dirname, '../../node_modules/.cache/gatewright');

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

/** Where the client is for `python3`, installed once for all runs that share `node_modules`; or why it is not. */
async function install(): Promise<{ readonly packages: string } | { readonly reason: string }> {
  let folder: string | undefined;
  try {
    const tag = await run('python3', ['-c', 'import sys; print(sys.implementation.cache_tag)'], LIMITS);
    const packages = join(cache, `${tag.stdout.trim()}-${PACKAGE}`);
    if (existsSync(packages)) return { packages };
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(`${packages}-`);
    await installInto(folder);
    await rename(folder, packages);
    return { packages };
  } catch (error) {
    return { reason: `Python's ${PACKAGE} cannot be installed here: ${String(error).slice(0, 300)}` };
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** With the pip of the machine, or one in an environment of its own: Debian has pip in another package than Python. */
async function installInto(folder: string): Promise<void> {
  const quiet = ['--quiet', '--disable-pip-version-check', '--retries', '0', '--timeout', '10'];
  const pip = ['-m', 'pip', 'install', ...quiet, '--no-compile', '--target', folder, PACKAGE];
  const hasPip = await run('python3', ['-m', 'pip', '--version'], LIMITS).then(
    () => true,
    () => false,
  );
  if (hasPip) return void (await run('python3', pip, LIMITS));
  const environment = `${folder}-pip`;
  try {
    await run('python3', ['-m', 'venv', environment], LIMITS);
    await run(join(environment, 'bin/python'), pip, LIMITS);
  } finally {
    await rm(environment, { recursive: true, force: true });
  }
}

test(
  'the official client for Python works: chat, stream, tools, responses, a schema, an error',
  async (context) => {
    const client = await install();
    if ('reason' in client) {
      console.warn(`${client.reason}\nIts test is SKIPPED.`);
      return context.skip(client.reason);
    }
    await using service = await openService();
    const own = { PATH: process.env.PATH, PYTHONPATH: client.packages, PYTHONNOUSERSITE: '1' };
    const env = { ...own, BASE_URL: service.baseURL, NO_PROXY: '127.0.0.1' };
    const { stdout } = await run('python3', ['-c', SCENARIO], { env, ...LIMITS });
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
