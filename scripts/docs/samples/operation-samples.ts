import type { Contract, Json, JsonObject, ModelSource } from '../../contract/contract.ts';
import { mapOperations } from '../../contract/documents/parts.ts';
import { mapMembers, omit, toEntries, toObject, toText } from '../../contract/json.ts';
import type { SampleCall } from '../../sdk/sample.ts';
import { block, toJson } from '../markdown.ts';
import type { SiteParts } from '../site.ts';
import { sampleLanguages } from './sample-languages.ts';
import { references, withSamples } from './sample-references.ts';

/** The task of samples that ask for one. */
export const SAMPLE_TASK = `task_${'0123456789abcdef'.repeat(2)}`;

/** A sample in the form that Redoc shows. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The document with samples of each operation in every language. */
export function withCodeSamples(document: JsonObject, parts: SamplePlace): JsonObject {
  const paths = mapOperations(document.paths, (operation) => ({
    ...withLink(withFurtherExamples(operation)),
    'x-codeSamples': operationSamples(operation, parts, SAMPLE_TASK).map((sample) => ({ ...sample })),
  }));
  return { ...document, paths };
}

/** Files are reached by links of records, not from a form. */
function withLink(operation: JsonObject): JsonObject {
  const { operationId, description } = operation;
  if (operation['x-reached-by'] === 'link') return operation;
  return {
    ...operation,
    description: `${toText(description).trimEnd()}\n\n[Try it](try-it.html#${toText(operationId)})`,
  };
}

/** The examples of a body after the first one in the description: Redoc would offer them beside samples that they do not change. */
function withFurtherExamples(operation: JsonObject): JsonObject {
  const { requestBody, description } = operation;
  if (requestBody === undefined) return operation;
  const [, ...further] = examplesOf(requestBody);
  const texts = further.map(
    ({ summary, value }) => `**Example: ${toText(summary)}**\n\n${block('json', toJson(value))}`,
  );
  const content = mapMembers(toObject(requestBody).content, (media) => ({
    ...toObject(media),
    examples: Object.fromEntries(toEntries(toObject(media).examples).slice(0, 1)),
  }));
  return {
    ...operation,
    description: [toText(description).trimEnd(), ...texts].join('\n\n'),
    requestBody: { ...toObject(requestBody), content },
  };
}

/** What the samples of operations are made from. */
export type SamplePlace = Pick<SiteParts, 'contract' | 'sdkDocument'> & {
  readonly mock: Pick<SiteParts['mock'], 'baseUrl' | 'apiKey'>;
};

/** The samples of an operation; those about a task ask for that one. */
export function operationSamples(
  operation: JsonObject,
  { contract, sdkDocument, mock }: SamplePlace,
  taskId: string,
): readonly CodeSample[] {
  const { baseUrl, apiKey } = mock;
  const call: SampleCall = {
    operation: toText(operation.operationId),
    baseUrl,
    apiKey,
    request: requestOf(operation, baseUrl),
    model: modelWithContract(contract),
    taskId,
  };
  return sampleLanguages(false).flatMap(({ name, title, write }) => {
    const source = write(call, sdkDocument);
    return source === undefined ? [] : [{ lang: name, label: title, source }];
  });
}

/** The first example of its body. */
function requestOf({ requestBody }: JsonObject, baseUrl: string): JsonObject {
  const [example] = examplesOf(requestBody);
  return withSamples(omit(toObject(example?.value), ['stream']), references[0], baseUrl);
}

/** A model for samples that ask about one: text models have no parameter contract. */
export function modelWithContract({ models }: Contract): string {
  const isText = ({ vocabulary }: ModelSource) =>
    toObject(vocabulary['x-model']).operation === 'chat_completion';
  return models.find((model) => !isText(model))?.id ?? '';
}

/** The examples of a body, with their summaries. */
export function examplesOf(body: Json | undefined): readonly JsonObject[] {
  const [media] = toEntries(toObject(body).content).map(([, value]) => toObject(value));
  return toEntries(media?.examples).map(([, example]) => toObject(example));
}
