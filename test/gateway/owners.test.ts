import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { createDocumentReader } from '../../src/adapters/documents/create-document-reader.ts';
import { createReferenceFetcher } from '../../src/adapters/media/fetch/create-reference-fetcher.ts';
import { gptTokenizer } from '../../src/adapters/platform/gpt-tokenizer.ts';
import { createTextSimulator } from '../../src/adapters/text-engine/create-text-simulator.ts';
import { createJsonDrawer } from '../../src/adapters/text-engine/json/create-json-drawer.ts';
import { createInlineWorkers } from '../../src/adapters/workers/create-inline-workers.ts';
import type { Workers } from '../../src/gateway/ports/workers.ts';
import { LETTER, pdfUri } from '../adapters/documents/pdf-file.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { openWire, type Wire } from '../support/open-wire.ts';
import { pngFile } from '../support/png-file.ts';
import { dataUri } from '../support/reference-images.ts';
import { shells } from '../support/shells.ts';

const [shell] = shells;
const keys = { 'sk-a': { account: 'alpha' }, 'sk-b': { account: 'alpha' }, 'sk-c': { account: 'beta' } };
/** Long enough that workers probe it. */
const BYTES = 300_000;
const reference = pngFile({ width: 640, height: 480, bytes: BYTES });

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };
const picture = await dataUri({ width: 640, height: 480, format: 'png', bytes: BYTES });
const chat = (message: unknown, more: object = {}) => ({
  model: 'qx3.8-max',
  stream: false,
  messages: [{ role: 'user', content: message }],
  ...more,
});
const schema = { type: 'object', properties: { hull: { type: 'string' } }, required: ['hull'] };
const pdf = { type: 'file', file: { file_url: pdfUri([LETTER]) } };
const asSchema = { response_format: { type: 'json_schema', json_schema: { name: 'boat', schema } } };

interface Queued {
  readonly work: string;
  readonly owner: string | undefined;
}

/** Workers in this thread that record what is queued, and for whom. */
function noteQueued(queued: Queued[]): Workers {
  const workers = createInlineWorkers();
  return {
    run(work, order) {
      queued.push({ work: basename(work.module, '.ts'), owner: order.owner });
      return workers.run(work, order);
    },
    close: () => workers.close(),
  };
}

async function open() {
  const queued: Queued[] = [];
  const workers = noteQueued(queued);
  const pacer = { pause: async () => {} };
  const wire = await openWire(shell, {
    keys,
    workers,
    decoders: workers,
    ports: {
      fetcher: {
        fetch: async () => ({ kind: 'fetched', bytes: reference.slice(), declaredType: 'image/png' }),
      },
      documentReader: createDocumentReader({ fetcher: createReferenceFetcher(), workers }),
      textEngine: createTextSimulator({
        clock: createManualClock(),
        pacer,
        tokenizer: gptTokenizer,
        jsonDrawer: createJsonDrawer({ workers }),
      }),
      renderings: {
        find: () => undefined,
        async render(_drawing, { owner }) {
          queued.push({ work: 'rendering', owner });
          return { kind: 'rendered', bytes: reference };
        },
      },
    },
  });
  const ownersOf = (name: string) => queued.filter(({ work }) => work === name).map(({ owner }) => owner);
  return { wire, ownersOf };
}

const post = (path: string, body: unknown) => (wire: Wire, key: string) =>
  wire.send('POST', path, { key, body });

test.each([
  [
    'a long body',
    'read-body-work',
    post('/v1/images/generations', `${JSON.stringify(boat)}${' '.repeat(300_000)}`),
  ],
  [
    'a picture as data',
    'probe-data-work',
    post('/v1/images/generations', { ...boat, image_urls: [picture] }),
  ],
  [
    'a picture at an address',
    'probe-bytes-work',
    post('/v1/images/generations', { ...boat, image_urls: ['https://pictures.example/boat.png'] }),
  ],
  [
    'the picture that a clip begins with',
    'copy-picture-work',
    post('/v1/videos/generations', {
      model: 'vxq3',
      prompt: 'It sails',
      image_urls: ['https://pictures.example/boat.png'],
    }),
  ],
  ['a PDF', 'read-pdf-pages', post('/v1/chat/completions', chat([pdf, { type: 'text', text: 'Read it.' }]))],
  ['an answer for a JSON Schema', 'draw-json-work', post('/v1/chat/completions', chat('A boat', asSchema))],
] as const)('%s waits for its turn with all of its account', async (_what, work, ask) => {
  const { wire, ownersOf } = await open();
  await using _open = wire;
  for (const key of ['sk-a', 'sk-b', 'sk-c']) expect((await ask(wire, key)).status).toBe(200);
  expect(ownersOf(work)).toEqual(['alpha', 'alpha', 'beta']);
});

test('a result file waits for its turn with all of the account of its task', async () => {
  const { wire, ownersOf } = await open();
  await using _open = wire;
  for (const key of ['sk-a', 'sk-b', 'sk-c']) {
    const id = await wire.submit(boat, { key });
    await wire.advance(600);
    expect((await wire.get(`/files/${id}/0.jpeg`, { key: null })).status).toBe(200);
  }
  expect(ownersOf('rendering')).toEqual(['alpha', 'alpha', 'beta']);
});
