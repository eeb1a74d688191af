import { list, nested, object } from './build.ts';

const integers = { type: 'integer' };
const cat = object({ kind: { const: 'cat' }, lives: { type: 'integer', minimum: 1, maximum: 9 } });
const dog = object({ kind: { const: 'dog' }, name: { type: 'string' } });

/** One schema or two for each keyword, alone and with its neighbours. */
export const keywords: Readonly<Record<string, object>> = {
  'six objects in each other': nested(6, { type: 'string' }),
  'five objects around a text of some length': nested(5, { type: 'string', minLength: 3 }),
  'ten objects in each other': nested(10, { type: 'integer', minimum: 3 }),
  'thirty objects in each other': nested(30, { type: 'string' }),
  'lists in lists, six times': list(list(list(list(list(list(integers)))))),
  'names with a pattern': {
    type: 'object',
    patternProperties: { '^x': integers },
    additionalProperties: false,
    minProperties: 3,
  },
  'names with a pattern, others allowed': {
    type: 'object',
    patternProperties: { '^S_': { type: 'string' } },
    minProperties: 2,
  },
  'names with patterns of some length': {
    type: 'object',
    patternProperties: { '^[a-z]{2}_[0-9]+$': integers, '^n': { minimum: 7 } },
    additionalProperties: false,
    minProperties: 2,
  },
  'names that are constrained': {
    type: 'object',
    propertyNames: { pattern: '^[a-z]{3}$' },
    additionalProperties: integers,
    minProperties: 2,
  },
  'short names': {
    type: 'object',
    propertyNames: { maxLength: 3 },
    additionalProperties: integers,
    minProperties: 2,
  },
  'names that are enumerated': {
    type: 'object',
    propertyNames: { enum: ['de', 'fr', 'en'] },
    additionalProperties: { type: 'string' },
    minProperties: 3,
  },
  'a map of lists': {
    type: 'object',
    additionalProperties: list(integers),
    minProperties: 3,
    maxProperties: 4,
  },
  'one member of several': {
    type: 'object',
    properties: { a: {}, b: {}, c: {} },
    minProperties: 1,
    maxProperties: 1,
  },
  'members that need others': {
    type: 'object',
    properties: { a: integers, b: { type: 'string' } },
    required: ['a'],
    dependentRequired: { a: ['b'] },
  },
  'members that bring a schema': {
    type: 'object',
    properties: { a: integers },
    required: ['a'],
    dependentSchemas: { a: { required: ['c'], properties: { c: { const: 4 } } } },
  },
  'all of several objects': {
    allOf: [
      object({ a: { type: 'string' } }, { additionalProperties: true }),
      { properties: { b: integers }, required: ['b'] },
    ],
  },
  'all of several ranges': { allOf: [{ type: 'integer', minimum: 10 }, { maximum: 12 }, { multipleOf: 11 }] },
  'no members but those known': {
    allOf: [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    properties: { b: integers },
    required: ['b'],
    unevaluatedProperties: false,
  },
  'members of one of two, and of all': {
    type: 'object',
    allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }],
    anyOf: [
      { properties: { b: integers }, required: ['b'] },
      { properties: { c: integers }, required: ['c'] },
    ],
    unevaluatedProperties: false,
    minProperties: 2,
  },
  'members of both of two': {
    type: 'object',
    allOf: [{ properties: { a: { type: 'string' } } }],
    anyOf: [{ properties: { b: integers } }, { properties: { c: integers } }],
    unevaluatedProperties: false,
    minProperties: 3,
  },
  'members of both of two, twice': {
    type: 'object',
    allOf: [
      { anyOf: [{ properties: { a: integers } }, { properties: { b: integers } }] },
      { anyOf: [{ properties: { c: integers } }, { properties: { d: integers } }] },
    ],
    unevaluatedProperties: false,
    minProperties: 4,
  },
  'no entries but those known': {
    type: 'array',
    prefixItems: [integers],
    contains: { type: 'string' },
    unevaluatedItems: false,
  },
  'a tuple': { type: 'array', prefixItems: [{ const: 1 }, { type: 'boolean' }], items: false, minItems: 2 },
  'a tuple that goes on': {
    type: 'array',
    prefixItems: [{ const: 1 }],
    items: { type: 'string' },
    minItems: 3,
  },
  'all numbers from 1 to 10': {
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 10 },
    minItems: 10,
    uniqueItems: true,
  },
  'many different integers': { type: 'array', items: { type: 'integer' }, minItems: 150, uniqueItems: true },
  'all different integers of a range': {
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: 127 },
    minItems: 128,
    uniqueItems: true,
  },
  'both booleans': { type: 'array', items: { type: 'boolean' }, minItems: 2, uniqueItems: true },
  'different colours': {
    type: 'array',
    items: { enum: ['red', 'blue', 'sand'] },
    minItems: 3,
    uniqueItems: true,
  },
  'exactly two large numbers': {
    type: 'array',
    items: integers,
    contains: { minimum: 100 },
    minContains: 2,
    maxContains: 2,
    minItems: 5,
  },
  'one large number of several': {
    type: 'array',
    items: integers,
    contains: { minimum: 100 },
    minContains: 1,
    maxContains: 1,
    minItems: 3,
  },
  'many entries': { type: 'array', items: integers, minItems: 2000 },
  'a multiple of a fraction': { type: 'number', multipleOf: 0.3, minimum: 1, maximum: 1.3 },
  cents: list({ type: 'number', multipleOf: 0.01, minimum: 0 }, { minItems: 20 }),
  'a narrow range': { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
  'large integers': { type: 'integer', minimum: 9007199254740990, maximum: 9007199254740991 },
  'a negative number': { type: 'number', maximum: -1000 },
  'a condition with two ways': {
    type: 'object',
    properties: { k: { enum: ['a', 'b'] } },
    required: ['k'],
    if: { properties: { k: { const: 'a' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['x'], properties: { x: integers } },
    else: { required: ['y'], properties: { y: { type: 'string', minLength: 2 } } },
  },
  'kinds of animals': { oneOf: [cat, dog] },
  'one of two members': {
    type: 'object',
    properties: { a: integers, b: integers },
    oneOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  'one of two ranges': { type: 'integer', oneOf: [{ minimum: 5 }, { maximum: 8 }] },
  'any of several': {
    type: 'object',
    properties: { a: integers },
    anyOf: [{ properties: { a: { minimum: 100 } }, required: ['a'] }, { required: ['zz'] }],
  },
  'a member that must be absent': {
    type: 'object',
    properties: { a: integers, b: integers },
    not: { required: ['a'] },
    required: ['b'],
  },
  'no text': { not: { type: ['string', 'null', 'object'] } },
  'an anchor': object(
    { a: { $ref: '#foo' } },
    { $defs: { a: { $anchor: 'foo', type: 'integer', minimum: 4 } } },
  ),
  'an identifier with parts': {
    $id: 'https://schemas.example/s',
    $ref: '#/$defs/a',
    $defs: { a: { type: 'boolean' } },
  },
  'a part with an identifier': {
    $id: 'https://schemas.example/s',
    $ref: 'item',
    $defs: { a: { $id: 'item', type: 'boolean' } },
  },
  'a reference with more': {
    ...object({ a: { $ref: '#/$defs/n', minimum: 5, description: 'five or more' } }),
    $defs: { n: { type: 'integer', maximum: 6 } },
  },
  'a constant object': { const: { a: [1, 2, { b: null }] } },
  'only null': { type: ['string', 'null'], enum: [null] },
  'no keyword that constrains': { title: 'x', description: 'y' },
};
