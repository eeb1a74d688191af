import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { toEntries, toObject, toText } from '../../contract/json.ts';
import { inHtml, paragraphs, withoutScripts } from '../markdown.ts';
import type { AnsweredExample } from '../models/examples.ts';
import { addressOf } from '../samples/address.ts';
import { examplesOf, modelWithContract, SAMPLE_TASK } from '../samples/operation-samples.ts';
import { references, withSamples } from '../samples/sample-references.ts';
import type { SitePage, SiteParts } from '../site.ts';

/** A request of a form, as the theme reads it. */
interface Call {
  /** The operation; undefined where all are of one. */
  readonly operation?: string;
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly body?: JsonObject;
}

/** The page where every operation can be sent to a gateway. */
export function tryItPage(parts: SiteParts): SitePage {
  const text = paragraphs([
    '---\noutline: false\n---',
    '# Try it',
    'Send any request to [the mock](./mock.md) on your machine and see the response. Start the mock first; requests to it cost nothing, and its key is public:',
    '```sh\nnpx gatewright mock\n```',
    toForm(operationCalls(parts), parts),
    'Streams are shown as they arrive, and a submitted task is followed until its files are there. With another address and key, requests go to that gateway, which may charge for them; it must allow requests from this site (CORS). The key is sent to that address only and is not stored.',
  ]);
  return { path: 'try-it.md', text };
}

/** A form that sends the examples of a model. */
export function modelForm(
  { vocabulary }: ModelSource,
  examples: readonly AnsweredExample[],
  parts: SiteParts,
): string {
  const { method, endpoint } = toObject(vocabulary['x-model']);
  const calls = examples.map(({ name, sent }) => ({
    title: name,
    method: toText(method),
    path: toText(endpoint),
    body: sent,
  }));
  return toForm(calls, parts);
}

function toForm(calls: readonly Call[], { mock: { baseUrl, apiKey } }: SiteParts): string {
  const data = { baseUrl, apiKey, taskId: SAMPLE_TASK, calls };
  return paragraphs([
    `<ClientOnly><TryIt data="${inHtml(JSON.stringify(data))}" /></ClientOnly>`,
    withoutScripts('The form that sends requests'),
  ]);
}

/** A call for each example of each operation; files are reached by links. */
function operationCalls({ contract, sdkDocument, mock }: SiteParts): readonly Call[] {
  return toEntries(sdkDocument.paths).flatMap(([, item]) =>
    toEntries(item).flatMap(([method, operation]) => {
      const { operationId, summary, requestBody } = toObject(operation);
      if (operationId === undefined) return [];
      const asked = {
        operation: toText(operationId),
        model: modelWithContract(contract),
        taskId: SAMPLE_TASK,
      };
      const call = {
        operation: asked.operation,
        title: toText(summary),
        method: method.toUpperCase(),
        path: addressOf(asked, sdkDocument),
      };
      if (requestBody === undefined) return [call];
      return examplesOf(requestBody).map((example) => ({
        ...call,
        title: `${call.title}: ${toText(example.summary)}`,
        body: withSamples(toObject(example.value), references[0], mock.baseUrl),
      }));
    }),
  );
}
