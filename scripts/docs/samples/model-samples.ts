import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { omit, toObject } from '../../contract/json.ts';
import { listSdkOperations } from '../../sdk/sdk-document.ts';
import { block, tabs } from '../markdown.ts';
import type { SiteMock, SiteParts } from '../site.ts';
import { sampleRequest } from './model-request.ts';
import { sampleLanguages } from './sample-languages.ts';

/** Where samples call a gateway, what its SDKs are generated from, and which models are those of a user. */
export interface SamplePlace extends Pick<SiteParts, 'ownIds' | 'sdkDocument'> {
  readonly mock: Pick<SiteMock, 'baseUrl' | 'apiKey'>;
}

/** The first valid request of a model as commands and programs, for a mock on this machine. */
export function describeSamples(model: ModelSource, { mock, ownIds, sdkDocument }: SamplePlace): string {
  const { baseUrl, apiKey } = mock;
  const call = {
    operation: operationOf(model, sdkDocument),
    baseUrl,
    apiKey,
    request: omit(sampleRequest(model, baseUrl), ['stream']),
    model: model.id,
    taskId: '',
  };
  return tabs(
    sampleLanguages(ownIds.has(model.id)).flatMap(({ name, title, write }) => {
      const text = write(call, sdkDocument);
      return text === undefined ? [] : [block(name, text, title)];
    }),
  );
}

function operationOf({ id, vocabulary }: ModelSource, document: JsonObject): string {
  const { endpoint } = toObject(vocabulary['x-model']);
  const operation = listSdkOperations(document).find(({ path }) => path === endpoint);
  if (operation === undefined) throw new Error(`No operation has the endpoint of ${id}.`);
  return operation.id;
}
