import { expect, test } from 'vitest';
import { withSpellings } from '../../scripts/sdk/python/with-spellings.ts';

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
  expect(withSpellings(document, models).components).toEqual({
    schemas: {
      ...document.components.schemas,
      Boat: modelled('boat', 'Boat'),
      ChatRequest: modelled('ship', 'raft', 'raft-1'),
    },
  });
});
