import { expect, test } from 'vitest';
import { toOpenApi30 } from '../../../../scripts/emit/sdk/openapi30.ts';
import { toSdkProfile } from '../../../../scripts/emit/sdk/profile.ts';
import { fixtureDocument } from '../fixture-document.ts';

const schemasOf = (document: object) =>
  (document as { components: { schemas: Record<string, object> } }).components.schemas;

test('leaves out keywords that only 3.1 has', () => {
  const older = toOpenApi30(toSdkProfile(fixtureDocument, []));
  expect(older).toMatchObject({ openapi: '3.0.3' });
  expect(older).not.toHaveProperty('jsonSchemaDialect');
  expect(older.info).toEqual({
    title: 'Fixture',
    version: '1.0.0',
    license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
  });
});

const downgrades: readonly [string, { given: object; want: object }][] = [
  ['const', { given: { type: 'integer', const: 1 }, want: { type: 'integer', enum: [1] } }],
  ['null beside a type', { given: { type: ['string', 'null'] }, want: { type: 'string', nullable: true } }],
  [
    'two types',
    { given: { type: ['string', 'object'] }, want: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
  ],
  ['examples', { given: { type: 'string', examples: ['a', 'b'] }, want: { type: 'string', example: 'a' } }],
  [
    'exclusive limit',
    {
      given: { type: 'number', exclusiveMinimum: 0 },
      want: { type: 'number', minimum: 0, exclusiveMinimum: true },
    },
  ],
  [
    'limits of both kinds, of which the tighter counts',
    {
      given: { type: 'number', minimum: 5, exclusiveMinimum: 3, maximum: 9, exclusiveMaximum: 7 },
      want: { type: 'number', minimum: 5, maximum: 7, exclusiveMaximum: true },
    },
  ],
  ['array without items', { given: { type: 'array' }, want: { type: 'array', items: {} } }],
  [
    'tuple',
    {
      given: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], minItems: 2 },
      want: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
    },
  ],
  [
    'note beside a reference',
    { given: { $ref: '#/components/schemas/A', description: 'x' }, want: { $ref: '#/components/schemas/A' } },
  ],
  [
    'limit beside a reference',
    {
      given: { $ref: '#/components/schemas/A', minItems: 1 },
      want: { minItems: 1, allOf: [{ $ref: '#/components/schemas/A' }] },
    },
  ],
  [
    'base64 text',
    { given: { type: 'string', contentEncoding: 'base64' }, want: { type: 'string', format: 'byte' } },
  ],
];

test.each(downgrades)('says in 3.0: %s', (_name, { given, want }) => {
  const document = {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    components: { schemas: { X: given, A: {} } },
  };
  expect(schemasOf(toOpenApi30(document as never)).X).toEqual(want);
});
