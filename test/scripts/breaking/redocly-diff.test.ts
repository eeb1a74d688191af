import { expect, test } from 'vitest';
import { diffWithRedocly } from '../../../scripts/breaking/redocly-diff.ts';

/** A document whose only operation answers with one property. */
const documentOf = (type: unknown, summary: string) => ({
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1' },
  paths: {
    '/boats': {
      get: {
        summary,
        responses: {
          '200': {
            description: 'A boat',
            content: {
              'application/json': { schema: { type: 'object', properties: { length: type } } },
            },
          },
        },
      },
    },
  },
});

const snapshotOf = (type: unknown, summary = 'A boat') => ({
  document: JSON.parse(JSON.stringify(documentOf(type, summary))),
  schemas: {},
});

/** The same with another path. */
const withShips = ({ document, schemas }: ReturnType<typeof snapshotOf>) => ({
  document: { ...document, paths: { ...document.paths, '/ships': document.paths['/boats'] } },
  schemas,
});

test('a change that breaks clients is found, another is not, and a document that is none is refused', async () => {
  const [before, after] = [snapshotOf({ type: 'string' }), snapshotOf({ type: 'integer' }, 'A ship')];
  const nullable = snapshotOf({
    anyOf: [{ type: ['string', 'null'], enum: ['long', null] }, { type: 'null' }],
  });
  const plain = snapshotOf({ type: 'string', enum: ['long'] });
  const [changes, none, more, narrowed, widened, refused] = await Promise.all([
    diffWithRedocly(before, after),
    diffWithRedocly(before, snapshotOf({ type: 'string' }, 'A ship')),
    diffWithRedocly(before, withShips(before)),
    diffWithRedocly(nullable, plain),
    diffWithRedocly(plain, nullable),
    diffWithRedocly(before, { document: { boats: true }, schemas: {} }).catch(String),
  ]);
  expect(changes).toEqual([
    {
      file: 'generated/openapi.json',
      pointer: expect.stringMatching(/^\/paths\/~1boats\/get\/responses\/200\//),
      what: expect.stringContaining('`length`'),
      advice: expect.stringMatching(/^redocly rule ./),
    },
  ]);
  expect([none, more, narrowed, widened]).toEqual([[], [], [], []]);
  expect(refused).toMatch(/^Error: redocly diff failed:\n./);
});
