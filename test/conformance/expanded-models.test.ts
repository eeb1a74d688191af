import { expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { textLengths } from '../../src/conformance/expand/text-lengths.ts';
import { type JsonObject, toObject } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';

const suite = await readSuite();

function casesOf(like: string, changes: JsonObject): readonly string[] {
  const model = {
    ...suite.models.find(({ id }) => id === like),
    id: 'new-1',
    spellings: ['new-1'],
    ...changes,
  };
  return expandCases({ ...suite, models: [model] }).map(({ id }) => id);
}

test('a text model of another category has the cases of a text model', () => {
  const cases = casesOf('qx3.8-max', { category: 'audio' });
  expect(cases).toContain('models.price-of-text/new-1/tokens');
  expect(cases).toContain('models.valid-chat-example/new-1/one-question');
  expect(cases.filter((id) => id.startsWith('models.price/'))).toEqual([]);
});

test('a model whose requests name tiers, without ratios, is priced by tier, and no ratio is asked for', () => {
  const { sizes } = suite.models.find(({ id }) => id === 'sx-5-0-pro') ?? {};
  const cases = casesOf('sx-5-0-pro', { sizes: { ...toObject(sizes), forms: ['tier', 'auto'] } });
  expect(cases.filter((id) => id.startsWith('models.image-size/'))).toEqual([]);
  expect(cases).toEqual(expect.arrayContaining(['models.price/new-1/rate-1', 'models.price/new-1/rate-2']));
});

test('a text is tried at both limits of its length, and just beyond them', () => {
  const edges = textLengths({
    id: 'boat-1',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 3, maxLength: 80 },
        note: { type: 'string', minLength: 1 },
      },
    },
  });
  expect(edges.map(({ field, edge, length, allowed }) => [field, edge, length, allowed])).toEqual([
    ['name', 'shortest', '3 characters', true],
    ['name', 'too-short', '2 characters', false],
    ['name', 'longest', '80 characters', true],
    ['name', 'too-long', '81 characters', false],
    ['note', 'shortest', '1 characters', true],
    ['note', 'too-short', '0 characters', false],
  ]);
});
