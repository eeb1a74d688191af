import type { JsonObject } from '../../contract/contract.ts';
import type { SampleCall, WriteSample } from '../../sdk/sample.ts';
import { findSdkOperation, SUBMISSIONS } from '../../sdk/sdk-document.ts';
import { toJson } from '../markdown.ts';
import { addressOf } from './address.ts';

const TEXTS = ['createChatCompletion', 'createResponse'];

/** Commands for a shell. */
export const writeCurlSample: WriteSample = (call, document) => {
  const { operation } = call;
  if (operation === 'getFile') return download(call, document);
  const { path } = findSdkOperation(document, operation);
  if (SUBMISSIONS.includes(operation)) return submit(call, path, document);
  return TEXTS.includes(operation) ? post(call, path) : get(call, addressOf(call, document));
};

function post({ baseUrl, apiKey, request }: SampleCall, path: string): string {
  return `curl -s ${baseUrl}${path} \\
  -H 'Authorization: Bearer ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '${quoted(request)}'`;
}

function get({ baseUrl, apiKey }: SampleCall, path: string): string {
  return `curl -s '${baseUrl}${path}' -H 'Authorization: Bearer ${apiKey}'`;
}

function submit(call: SampleCall, path: string, document: JsonObject): string {
  const state = addressOf({ ...call, operation: 'getTask', taskId: '$TASK' }, document);
  return `# submit it
TASK=$(${post(call, path)} \\
  | grep -oE 'task_[0-9a-f]{32}'); echo "$TASK"

# ask for its state until it is success, with links to the files
curl -s ${call.baseUrl}${state} -H 'Authorization: Bearer ${call.apiKey}'`;
}

function download(call: SampleCall, document: JsonObject): string {
  const state = addressOf({ ...call, operation: 'getTask' }, document);
  return `# the record of a finished task has links to its files
${get(call, state)} \\
  | grep -oE 'https?://[^"]+' | xargs -n 1 curl -s -O`;
}

/** In single quotes of a shell. */
function quoted(request: JsonObject): string {
  return toJson(request).replaceAll("'", "'\\''");
}
