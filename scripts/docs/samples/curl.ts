import type { Json, JsonObject } from '../../contract/contract.ts';
import { listOperations } from '../../contract/documents/parts.ts';
import { toList, toObject, toText } from '../../contract/json.ts';
import type { SampleCall, WriteSample } from '../../sdk/sample.ts';
import { findSdkOperation } from '../../sdk/sdk-document.ts';
import { toJson } from '../markdown.ts';

const SUBMISSIONS = ['createImage', 'createVideo'];
const TEXTS = ['createChatCompletion', 'createResponse'];

/** Commands for a shell. */
export const writeCurlSample: WriteSample = (call, document) => {
  const { operation } = call;
  if (operation === 'getFile') return download(call);
  const { path } = findSdkOperation(document, operation);
  if (SUBMISSIONS.includes(operation)) return submit(call, path);
  return TEXTS.includes(operation) ? post(call, path) : get(call, addressOf(call, path, document));
};

function post({ baseUrl, apiKey, request }: SampleCall, path: string): string {
  return `curl -s ${baseUrl}${path} \\
  -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\
  -d '${quoted(request)}'`;
}

function get({ baseUrl, apiKey }: SampleCall, path: string): string {
  return `curl -s '${baseUrl}${path}' -H 'Authorization: Bearer ${apiKey}'`;
}

function submit(call: SampleCall, path: string): string {
  return `# submit it
TASK=$(${post(call, path)} \\
  | grep -oE 'task_[0-9a-f]{32}'); echo "$TASK"

# ask for its state until it is success, with links to the files
curl -s ${call.baseUrl}/v1/tasks/$TASK -H 'Authorization: Bearer ${call.apiKey}'`;
}

function download(call: SampleCall): string {
  return `# the record of a finished task has links to its files
${get(call, `/v1/tasks/${call.taskId}`)} \\
  | grep -oE 'https?://[^"]+' | xargs -n 1 curl -s -O`;
}

/** A path with its parameters, and those of the query that must be there. */
function addressOf({ operation, model, taskId }: SampleCall, path: string, document: JsonObject): string {
  const values: Readonly<Record<string, string>> = { model, task_id: taskId };
  const described = listOperations(document).find(({ operationId }) => operationId === operation);
  const query = toList(toObject(described).parameters)
    .map((parameter) => resolveParameter(parameter, document))
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name }) => `${name}=${values[String(name)]}`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return [filled, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}

/** A parameter, or the shared one that it refers to. */
function resolveParameter(parameter: Json, { components }: JsonObject): JsonObject {
  const name = toText(toObject(parameter).$ref).split('/').at(-1) ?? '';
  return toObject(name === '' ? parameter : toObject(toObject(components).parameters)[name]);
}

/** In single quotes of a shell. */
function quoted(request: JsonObject): string {
  return toJson(request).replaceAll("'", "'\\''");
}
