import { list, object } from './build.ts';

const text = { type: 'string' };
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

/** Schemas in the style of the guides to structured outputs. */
const guides: Readonly<Record<string, object>> = {
  'a calendar event': object({ name: text, date: text, participants: { type: 'array', items: text } }),
  'steps of a solution': object({
    steps: { type: 'array', items: object({ explanation: text, output: text }) },
    final_answer: text,
  }),
  'a user interface of parts in parts': object({
    type: { type: 'string', enum: ['div', 'button', 'header', 'section', 'field', 'form'] },
    label: { type: 'string', description: 'Used for buttons and fields' },
    children: { type: 'array', items: { $ref: '#' } },
    attributes: { type: 'array', items: object({ name: text, value: text }) },
  }),
  'a moderation': object({
    is_violating: { type: 'boolean' },
    category: { type: ['string', 'null'], enum: ['violence', 'sexual', 'self_harm', null] },
    explanation_if_violating: { type: ['string', 'null'] },
  }),
  'a linked list': {
    ...object({ linked_list: { $ref: '#/$defs/node' } }),
    $defs: { node: object({ value: { type: 'number' }, next: nullable({ $ref: '#/$defs/node' }) }) },
  },
  'an item that is a user or an address': object({
    item: {
      anyOf: [
        object({ name: text, age: { type: 'number' } }),
        object({ number: text, street: text, city: text }),
      ],
    },
  }),
  'strings and numbers that are constrained': object({
    username: { type: 'string', pattern: '^@[a-zA-Z0-9_]+$', maxLength: 16 },
    email: { type: 'string', format: 'email' },
    temperature: { type: 'number', minimum: -130, maximum: 130 },
  }),
  'an order': object({
    order: object({
      customer: object({
        address: object({
          geo: object({ lat: { type: 'number', minimum: -90, maximum: 90 }, lon: { type: 'number' } }),
        }),
      }),
      lines: list(
        object({
          product: object({
            name: { type: 'string', minLength: 1 },
            price: object({ amount: { type: 'number', minimum: 0 }, currency: { enum: ['EUR', 'USD'] } }),
          }),
        }),
      ),
    }),
  }),
  'a book': object({
    chapters: list(
      object({
        sections: list(
          object({
            paragraphs: list(object({ sentences: list(object({ text: { type: 'string', minLength: 1 } })) })),
          }),
        ),
      }),
    ),
  }),
  'a query with operators': object({
    table: { enum: ['orders', 'customers'] },
    columns: list({ enum: ['id', 'status', 'total'] }, { uniqueItems: true, maxItems: 3 }),
    conditions: list(
      object({
        column: text,
        operator: { enum: ['=', '>', '<', '<=', '>=', '!='] },
        value: { anyOf: [text, { type: 'number' }, object({ column_name: text })] },
      }),
    ),
  }),
};

/** Schemas as pydantic writes them: titles, defaults, definitions, null by anyOf. */
const pydantic: Readonly<Record<string, object>> = {
  'a model with optional fields': {
    title: 'User',
    type: 'object',
    properties: {
      id: { format: 'uuid', title: 'Id', type: 'string' },
      name: { maxLength: 50, minLength: 1, title: 'Name', type: 'string' },
      age: {
        anyOf: [{ exclusiveMinimum: 0, type: 'integer' }, { type: 'null' }],
        default: null,
        title: 'Age',
      },
      tags: { default: [], items: text, title: 'Tags', type: 'array', uniqueItems: true },
      born: { format: 'date', title: 'Born', type: 'string' },
      seen: { format: 'date-time', title: 'Seen', type: 'string' },
      site: { anyOf: [{ format: 'uri', maxLength: 2083, minLength: 1, type: 'string' }, { type: 'null' }] },
      price: {
        anyOf: [{ type: 'number' }, { pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$', type: 'string' }],
      },
      wait: { format: 'duration', title: 'Wait', type: 'string' },
    },
    required: ['id', 'name', 'born', 'seen'],
  },
  'a model with definitions': {
    $defs: {
      Colour: { enum: ['red', 'green', 'blue'], title: 'Colour', type: 'string' },
      Size: {
        properties: { width: { type: 'integer', minimum: 1 }, height: { type: 'integer' } },
        required: ['width', 'height'],
        type: 'object',
      },
    },
    properties: {
      colour: { $ref: '#/$defs/Colour' },
      size: { anyOf: [{ $ref: '#/$defs/Size' }, { type: 'null' }] },
      stock: { additionalProperties: { type: 'integer' }, type: 'object' },
      corners: {
        maxItems: 2,
        minItems: 2,
        prefixItems: [{ type: 'number' }, { type: 'number' }],
        type: 'array',
      },
    },
    required: ['colour', 'size', 'stock', 'corners'],
    type: 'object',
  },
  'a union with a discriminator': {
    $defs: {
      Cat: {
        properties: { kind: { const: 'cat', type: 'string' }, lives: { type: 'integer' } },
        required: ['kind', 'lives'],
        type: 'object',
      },
      Dog: {
        properties: { kind: { const: 'dog', type: 'string' }, tricks: { items: text, type: 'array' } },
        required: ['kind'],
        type: 'object',
      },
    },
    properties: {
      pet: {
        discriminator: { mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' }, propertyName: 'kind' },
        oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
      },
    },
    required: ['pet'],
    type: 'object',
  },
  'a tree': {
    $defs: {
      Node: {
        properties: {
          name: text,
          children: { default: [], items: { $ref: '#/$defs/Node' }, type: 'array' },
          parent: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }], default: null },
        },
        required: ['name'],
        type: 'object',
      },
    },
    $ref: '#/$defs/Node',
  },
  'two models that refer to each other': {
    $defs: {
      Person: object({ name: text, employer: nullable({ $ref: '#/$defs/Company' }) }),
      Company: object({ name: text, staff: { type: 'array', items: { $ref: '#/$defs/Person' } } }),
    },
    ...object({ person: { $ref: '#/$defs/Person' } }),
  },
  'an expression': {
    $defs: {
      Sum: object({
        op: { enum: ['+', '-'] },
        left: { $ref: '#/$defs/Term' },
        right: { $ref: '#/$defs/Term' },
      }),
      Term: { anyOf: [{ $ref: '#/$defs/Sum' }, { type: 'number' }] },
    },
    $ref: '#/$defs/Sum',
  },
};

/** Schemas as zod and generators for TypeScript write them. */
const zod: Readonly<Record<string, object>> = {
  'a record of languages': {
    type: 'object',
    propertyNames: { type: 'string', enum: ['de', 'fr', 'en'] },
    additionalProperties: text,
    required: ['de', 'fr', 'en'],
  },
  'an address with its pattern': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'string',
    format: 'email',
    pattern:
      "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
  },
  'an identifier with its pattern': {
    type: 'string',
    format: 'uuid',
    pattern:
      '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000)$',
  },
  'a time with its pattern': {
    type: 'string',
    format: 'date-time',
    pattern:
      '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?(?:Z))$',
  },
  'a safe integer': { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
  'an intersection': {
    allOf: [
      { type: 'object', properties: { id: { type: 'integer', exclusiveMinimum: 0 } }, required: ['id'] },
      { type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'] },
    ],
  },
  'a tuple with a rest': {
    type: 'array',
    prefixItems: [text, { type: 'number' }],
    items: { type: 'boolean' },
  },
  'a lazy category': {
    $ref: '#/definitions/Category',
    definitions: {
      Category: object({
        name: text,
        subcategories: { type: 'array', items: { $ref: '#/definitions/Category' } },
      }),
    },
  },
  'a value of JSON': {
    $ref: '#/$defs/json',
    $defs: {
      json: {
        anyOf: [
          text,
          { type: 'number' },
          { type: 'boolean' },
          { type: 'null' },
          { type: 'array', items: { $ref: '#/$defs/json' } },
          { type: 'object', propertyNames: text, additionalProperties: { $ref: '#/$defs/json' } },
        ],
      },
    },
  },
};

/** Schemas as official clients and their libraries send them. */
export const callers: Readonly<Record<string, object>> = { ...guides, ...pydantic, ...zod };
