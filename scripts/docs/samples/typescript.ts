import type { JsonObject } from '../../contract/contract.ts';
import { bodyOf, type SampleBodies, type WriteSample } from '../../sdk/sample.ts';
import { toJson } from '../markdown.ts';

/** What a program does with its client, by operation. */
const BODIES: SampleBodies = {
  createImage: (_, request) => writeTask('images', request),
  createVideo: (_, request) => writeTask('videos', request),
  createChatCompletion: (_, request) => `const { choices } = await client.chat.create(${request});
console.log(choices[0]?.message.content);`,
  createResponse: (_, request) => `const { output } = await client.responses.create(${request});
for (const { content } of output) for (const part of content ?? []) console.log(part.text);`,
  getTask: ({ taskId }) => `const { status, cost } = await client.tasks.resume('${taskId}').wait();
console.log(status, cost);`,
  getFile: ({ taskId }) => `for (const { name, blob } of await client.tasks.resume('${taskId}').download())
  console.log(name, blob.type, blob.size);`,
  listModels: () => `const { data } = await client.models.list();
for (const { id } of data) console.log(id);`,
  getModelSchema: ({ model }) => `const { data } = await client.models.schema('${model}');
console.log(data.parameters);`,
  getModelPricing: ({ model }) => `const { data } = await client.models.prices('${model}');
console.log(data);`,
  getUserBalance: () => 'console.log(await client.balance.account());',
  getKeyBalance: () => 'console.log(await client.balance.key());',
  getBillingUsage: () => 'console.log(await client.balance.usage());',
  getBillingSubscription: () => 'console.log(await client.balance.limits());',
};

/** A program for our client. Requests of own models are typed by what `gatewright generate` writes. */
export function createScriptWriter(isOwn: boolean): WriteSample {
  const [types, argument] = isOwn
    ? ["import type { OperationRequests } from './generated/model-types.ts';\n", '<OperationRequests>']
    : ['', ''];
  return (call) => {
    const body = bodyOf(BODIES, call.operation)?.(call, literal(call.request));
    if (body === undefined) return undefined;
    return `import { createClient } from '@gatewright/client';
${types}
const client = createClient${argument}({ baseUrl: '${call.baseUrl}', apiKey: '${call.apiKey}' });
${body}`;
  };
}

function writeTask(resource: string, request: string): string {
  return `const task = await client.${resource}.generate(${request});
const { cost } = await task.wait();
const [file] = await task.download();
console.log(file?.name, file?.blob.type, cost);`;
}

/** JSON whose names have no quotes. */
function literal(request: JsonObject): string {
  return toJson(request).replaceAll(/(^\s*|[{,]\s*)"(\w+)":/gm, '$1$2:');
}
