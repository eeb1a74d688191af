import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, toEntries } from '../../contract/json.ts';
import { bodyOf, quoted, type SampleBodies, type WriteSample } from '../sample.ts';

/** The longest line of a value; a longer one is written over several lines. */
const WIDTH = 80;

/** What a program does with its client, by operation. */
const BODIES: SampleBodies = {
  createImage: (_, request) => writeTask('images', request),
  createVideo: (_, request) => writeTask('videos', request),
  createChatCompletion: (_, request) => `answer = client.chat.create(${request})
print(answer["choices"][0]["message"]["content"])`,
  createResponse: (_, request) => `answer = client.responses.create(${request})
for item in answer["output"]:
    for part in item.get("content", []):
        print(part.get("text"))`,
  getTask: ({ taskId }) => `record = client.tasks.resume(${quoted(taskId)}).wait()
print(record["status"], record["cost"])`,
  getFile: ({ taskId }) => `for file in client.tasks.resume(${quoted(taskId)}).download():
    print(file.save("."))`,
  listModels: () => `for model in client.models.list()["data"]:
    print(model["id"])`,
  getModelSchema: ({ model }) => `print(client.models.schema(${quoted(model)})["data"])`,
  getModelPricing: ({ model }) => `print(client.models.prices(${quoted(model)})["data"])`,
  getUserBalance: () => 'print(client.balance.account())',
  getKeyBalance: () => 'print(client.balance.key())',
  getBillingUsage: () => 'print(client.balance.usage())',
  getBillingSubscription: () => 'print(client.balance.limits())',
};

/** A program for Python, as ruff formats it. */
export const writePythonSample: WriteSample = (call) => {
  const body = bodyOf(BODIES, call.operation)?.(call, keywords(call.request));
  if (body === undefined) return undefined;
  return `from gatewright import Gatewright

with Gatewright(base_url=${quoted(call.baseUrl)}, api_key=${quoted(call.apiKey)}) as client:
${body.replaceAll(/^/gm, '    ')}
`;
};

function writeTask(resource: string, request: string): string {
  return `task = client.${resource}.generate(${request})
record = task.wait(on_progress=lambda seen: print(f"{seen['progress']}%"))
for file in task.download():
    print(file.save("."))
print(record["cost"])`;
}

function keywords(request: JsonObject): string {
  return `\n${toEntries(request)
    .map(([name, value]) => `    ${name}=${literal(value, 8)},`)
    .join('\n')}\n`;
}

function literal(value: Json, column: number): string {
  const line = inLine(value);
  if (!(Array.isArray(value) || isObject(value)) || column + line.length <= WIDTH) return line;
  const pad = ' '.repeat(column - 4);
  const inner = column + 4;
  if (Array.isArray(value))
    return `[\n${value.map((item) => `${pad}    ${literal(item, inner)},\n`).join('')}${pad}]`;
  const members = toEntries(value).map(
    ([name, item]) => `${pad}    ${quoted(name)}: ${literal(item, inner)},\n`,
  );
  return `{\n${members.join('')}${pad}}`;
}

function inLine(value: Json): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
  if (!isObject(value)) return String(value);
  return `{${toEntries(value)
    .map(([name, item]) => `${quoted(name)}: ${inLine(item)}`)
    .join(', ')}}`;
}
