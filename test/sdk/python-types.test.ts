import { expect, test } from 'vitest';
import { toPythonDocument } from '../../scripts/sdk/python/python-document.ts';

const media = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const modelled = (...ids: readonly string[]) => ({ properties: { model: { type: 'string', enum: ids } } });

test('a request takes each spelling of its models; other members that are named so are left', () => {
  const document = {
    paths: {
      '/images': { post: { operationId: 'createImage', requestBody: media('ImageRequest') } },
      '/chat': { post: { operationId: 'createChatCompletion', requestBody: media('ChatRequest') } },
    },
    components: {
      schemas: {
        ImageRequest: { oneOf: [{ $ref: '#/components/schemas/Boat' }] },
        Boat: modelled('boat'),
        ChatRequest: modelled('ship', 'raft'),
        Answer: modelled('boat'),
      },
    },
  };
  const models = [['boat', 'Boat'], ['ship'], ['raft', 'raft-1']].map((spellings) => ({ spellings }));
  expect(toPythonDocument(document, models).components).toEqual({
    schemas: {
      ...document.components.schemas,
      Boat: modelled('boat', 'Boat'),
      ChatRequest: modelled('ship', 'raft', 'raft-1'),
    },
  });
});

test('descriptions say what is deprecated', () => {
  const field = { type: 'string', deprecated: true, 'x-deprecated-reason': 'no longer recommended.' };
  const document = {
    components: {
      schemas: { Boat: { properties: { sail: { ...field, description: 'Sails.' }, oar: field } } },
    },
  };
  const { components } = toPythonDocument(document, []);
  expect(components).toMatchObject({
    schemas: {
      Boat: {
        properties: {
          sail: { description: 'Sails. Deprecated: no longer recommended.' },
          oar: { description: 'Deprecated: no longer recommended.' },
        },
      },
    },
  });
});
