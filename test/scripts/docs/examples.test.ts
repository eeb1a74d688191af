import { expect, test } from 'vitest';
import type { ModelSource } from '../../../scripts/contract/contract.ts';
import { answerExamples } from '../../../scripts/docs/models/examples.ts';
import type { SiteMock } from '../../../scripts/docs/site.ts';

const model = {
  id: 'talk-1',
  vocabulary: {
    'x-model': { endpoint: '/v1/chat/completions' },
    'x-examples': { valid: [{ name: 'streamed', request: { stream: true } }] },
  },
} as unknown as ModelSource; // what answering examples reads of a model

/** A mock that streams events with these data. */
function streaming(...data: readonly string[]): SiteMock {
  const text = data.map((one) => `data: ${one}\n\n`).join('');
  return {
    baseUrl: 'http://localhost:8080',
    apiKey: 'sk-mock',
    send: async () => ({ status: 200, type: 'text/event-stream', text }),
    wait: async () => {},
    download: async () => new Uint8Array(),
  };
}

test.each([
  [['A', 'B', '[DONE]'], 'data: A\n\ndata: B\n\ndata: [DONE]'],
  [['A', 'B', 'C', '[DONE]'], 'data: A\n\ndata: B\n\ndata: C\n\ndata: [DONE]'],
  [['A', 'B', 'C', 'D', '[DONE]'], 'data: A\n\ndata: B\n\ndata: C\n\n... 1 more event ...\n\ndata: [DONE]'],
  [
    ['A', 'B', 'C', 'D', 'E', '[DONE]'],
    'data: A\n\ndata: B\n\ndata: C\n\n... 2 more events ...\n\ndata: [DONE]',
  ],
])('shows the stream %j with at most four of its events', async (data, shown) => {
  const [example] = await answerExamples(model, streaming(...data));
  expect(example?.answer).toBe(shown);
});
