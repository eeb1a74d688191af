import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { omit, toList, toObject, toText } from '../../contract/json.ts';
import { block, tabs, toJson } from '../markdown.ts';
import type { SiteMock, SiteParts } from '../site.ts';
import { references, withSamples } from './sample-references.ts';

/** Where samples call a gateway, and which models are those of a user. */
export interface SamplePlace extends Pick<SiteParts, 'ownIds'> {
  readonly mock: Pick<SiteMock, 'baseUrl' | 'apiKey'>;
}

/** The first valid request of a model as commands and programs, for a mock on this machine. */
export function describeSamples(model: ModelSource, { mock, ownIds }: SamplePlace): string {
  const { baseUrl, apiKey } = mock;
  const request = sampleRequest(model, baseUrl);
  const isText = toObject(model.vocabulary['x-model']).operation === 'chat_completion';
  const endpoint = toText(toObject(model.vocabulary['x-model']).endpoint);
  const place = { baseUrl, apiKey, endpoint, isOwn: ownIds.has(model.id) };
  return tabs([
    block('sh', isText ? curlText(request, place) : curlTask(request, place), 'curl'),
    block('ts', isText ? scriptText(request, place) : scriptTask(request, place, model), 'TypeScript'),
  ]);
}

/** The first valid example; its references are samples of the mock. */
export function sampleRequest(model: ModelSource, baseUrl: string): JsonObject {
  const [first] = toList(toObject(model.vocabulary['x-examples']).valid);
  const request = { model: model.id, ...toObject(toObject(first).request) };
  return withSamples(request, references[0], baseUrl);
}

interface Place {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly endpoint: string;
  /** Whether the model is not one of this package. */
  readonly isOwn: boolean;
}

function curlText(request: JsonObject, { baseUrl, apiKey, endpoint }: Place): string {
  return `curl -s ${baseUrl}${endpoint} \\
  -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\
  -d '${quoted(request)}'`;
}

function curlTask(request: JsonObject, place: Place): string {
  return `# submit it
TASK=$(${curlText(request, place)} \\
  | grep -oE 'task_[0-9a-f]{32}'); echo "$TASK"

# ask for its state until it is success, with links to the files
curl -s ${place.baseUrl}/v1/tasks/$TASK -H 'Authorization: Bearer ${place.apiKey}'`;
}

/** In single quotes of a shell. */
function quoted(request: JsonObject): string {
  return toJson(request).replaceAll("'", "'\\''");
}

function scriptTask(request: JsonObject, place: Place, { vocabulary }: ModelSource): string {
  const resource = toObject(vocabulary['x-model']).operation === 'video_generation' ? 'videos' : 'images';
  return `${openClient(place)}
const task = await client.${resource}.generate(${toJson(request)});
const { cost } = await task.wait();
const [file] = await task.download();
console.log(file?.name, file?.blob.type, cost);`;
}

function scriptText(request: JsonObject, place: Place): string {
  return `${openClient(place)}
const { choices } = await client.chat.create(${toJson(omit(request, ['stream']))});
console.log(choices[0]?.message.content);`;
}

/** Requests of own models are typed by what \`gatewright generate\` writes. */
function openClient({ baseUrl, apiKey, isOwn }: Place): string {
  const [types, argument] = isOwn
    ? ["import type { OperationRequests } from './generated/model-types.ts';\n", '<OperationRequests>']
    : ['', ''];
  return `import { createClient } from '@gatewright/client';
${types}
const client = createClient${argument}({ baseUrl: '${baseUrl}', apiKey: '${apiKey}' });`;
}
