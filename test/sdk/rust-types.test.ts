import { expect, test } from 'vitest';
import { typesModule } from '../../scripts/sdk/rust/types-module.ts';

/** The module of types of some schemas, which are neither images nor videos. */
function write(schemas: object): string {
  const submission = {
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Boat' } } } },
  };
  return typesModule({
    paths: {
      '/images': { post: { operationId: 'createImage', ...submission } },
      '/videos': { post: { operationId: 'createVideo', ...submission } },
    },
    components: {
      schemas: {
        Boat: { type: 'object', properties: { model: { type: 'string', enum: ['boat'] } } },
        ...schemas,
      },
    },
  } as never);
}

test('names of members are those of Rust, and are sent as they are', () => {
  const types = write({
    Odd: {
      type: 'object',
      properties: {
        type: { type: 'string' },
        new: { type: 'boolean' },
        maxTokens: { type: 'integer' },
        '3d': { type: 'number' },
      },
      required: ['type'],
    },
  });
  expect(types).toContain('#[serde(rename = "type")]\npub type_: String,');
  expect(types).toContain(
    '#[serde(rename = "new", skip_serializing_if = "Option::is_none")]\npub new_: Option<bool>,',
  );
  expect(types).toContain(
    'rename = "maxTokens", skip_serializing_if = "Option::is_none")]\npub max_tokens: Option<i64>,',
  );
  expect(types).toContain('rename = "3d", skip_serializing_if = "Option::is_none")]\npub n3d: Option<f64>,');
  expect(types).toContain('pub fn new(type_: impl Into<String>) -> Self {');
});

test('a request that is not sent is reported', () => {
  const types = write({ Answer: { type: 'object', additionalProperties: true, properties: {} } });
  expect(types.match(/#\[must_use = ".*"\]\n.*\n(?:.*\n)?pub struct \w+/g)).toEqual([
    '#[must_use = "nothing is sent before it is passed to a client"]\n#[derive(Clone, Debug, PartialEq, Serialize)]\npub struct Boat',
  ]);
});

test('unions, lists, maps and objects within have types', () => {
  const types = write({
    Text: { oneOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Part' } }] },
    Part: {
      type: 'object',
      properties: { size: { type: 'object', properties: { x: { type: 'integer' } } } },
    },
    Answer: {
      type: 'object',
      additionalProperties: true,
      properties: {
        text: { $ref: '#/components/schemas/Text' },
        either: { oneOf: [{ type: 'integer' }, { type: 'boolean' }] },
        rates: { type: 'object', additionalProperties: { type: 'number' } },
        end: { type: ['string', 'null'] },
      },
      required: ['text', 'rates', 'end'],
    },
  });
  expect(types).toContain('pub text: TextOr<Vec<Part>>,');
  expect(types).toContain('pub either: Option<Value>,');
  expect(types).toContain('pub rates: BTreeMap<String, f64>,');
  expect(types).toContain('pub end: Option<String>,');
  expect(types).toContain('pub size: Option<PartSize>,');
  expect(types).toContain('pub struct PartSize {');
});

test('a type that Rust has already is refused', () => {
  expect(() => write({ Vec: { type: 'object', properties: { x: { type: 'string' } } } })).toThrow(
    'Rust has a type Vec: give the model another name.',
  );
});
