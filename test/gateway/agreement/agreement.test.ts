import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publishedBaseSchemas } from '../../../generated/published-schemas.ts';
import { operationIdOf } from '../../../src/contract/base-model.ts';
import { models } from '../../../src/contract/catalogue.ts';
import { createFetchHandler, type FetchHandler } from '../../../src/http/fetch.ts';
import { createTestGateway } from '../../support/create-test-gateway.ts';
import { openapi } from '../../support/expect-declared.ts';
import { at, listAt } from '../../support/open-wire.ts';
import { applyChanges, changes, fromSchema } from './schema-arbitrary.ts';

/** Bodies for each target; the usual test run draws as many as take a few seconds, and `AGREEMENT_RUNS` sets more. */
const RUNS = Number(process.env.AGREEMENT_RUNS ?? 250);
const SEED = Number(process.env.AGREEMENT_SEED ?? 20_261_121);
const OTHER_MODEL = 'house/model';

/**
 * What a gateway refuses beyond the schema, all of it written beside the schema: rules (`x-validations`), pixels and forms of a size
 * (`x-sizes`), the tokens of a prompt, references and PDFs, which are read, and text that no store keeps.
 */
const BEYOND_SCHEMA: ReadonlySet<string> = new Set([
  ...models.flatMap(({ rules }) => rules.map(({ id }) => id)),
  ...models.flatMap(({ media = {} }) =>
    Object.values(media).flatMap(({ cases = [] }) => cases.map(({ id }) => id)),
  ),
  ...['size_area', 'size_ratio', 'prompt_tokens', 'input_tokens'],
  ...[
    'unreachable',
    'malformed',
    'format',
    'truncated',
    'declared_type',
    'too_large',
    'side',
    'ratio',
    'pixels',
  ],
  'text',
]);

const PATHS = {
  image_generation: '/v1/images/generations',
  video_generation: '/v1/videos/generations',
  chat_completion: '/v1/chat/completions',
} as const;

/** Signs of schema syntax in a sentence for people. */
const UNREADABLE = /[\\^$]|\[a-z|must match|oneOf|anyOf|pattern|undefined|\[object/;

/** The endpoint for bodies of one model, and the schemas that describe them. */
interface Target {
  readonly name: string;
  readonly path: string;
  readonly model: readonly string[];
  /** The published schema; undefined where only the document has one. */
  readonly published: object | undefined;
}

const targets: readonly Target[] = [
  ...models.map(({ identity }) => ({
    name: identity.id,
    path: identity.endpoint,
    model: identity.spellings,
    published: readSchema(identity.id),
  })),
  { name: 'responses', path: '/v1/responses', model: ['qx3.8-max'], published: undefined },
  ...(['image_generation', 'video_generation', 'chat_completion'] as const).map((operation) => ({
    name: `any ${operation}`,
    path: PATHS[operation],
    model: [OTHER_MODEL],
    published: publishedBaseSchemas[operationIdOf(operation)],
  })),
];

function readSchema(id: string): object {
  return JSON.parse(readFileSync(new URL(`../../../generated/schemas/${id}.json`, import.meta.url), 'utf8'));
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
addFormats.default(ajv);
ajv.addSchema(openapi, 'contract');

function requestPointer(path: string): string {
  const escaped = encodeURIComponent(path.replaceAll('/', '~1'));
  return `contract#/paths/${escaped}/post/requestBody/content/application~1json/schema`;
}

/** The schema to draw from: the published one, or that of the document. */
function sourceOf({ published, path }: Target): object {
  if (published) return published;
  const body: unknown = Reflect.get(Object(openapi.paths[path]?.post), 'requestBody');
  return Object(at(body, 'content', 'application/json', 'schema')) as object;
}

/** The gateway's verdict on a body as far as schemas are concerned. */
async function judgeByGateway(
  handler: FetchHandler,
  path: string,
  body: unknown,
): Promise<readonly string[]> {
  const headers = { authorization: 'Bearer sk-alpha', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await handler(new Request(`http://gateway.example${path}`, init));
  if (response.status !== 400) {
    await response.body?.cancel();
    return response.status >= 500 ? [`status ${response.status}`] : [];
  }
  const refusal: unknown = await response.json();
  if (at(refusal, 'error', 'violations') === undefined) return [String(at(refusal, 'error', 'message'))];
  return listAt(refusal, 'error', 'violations')
    .filter((violation) => !BEYOND_SCHEMA.has(String(at(violation, 'rule'))))
    .map((violation) => String(at(violation, 'message')));
}

function openHandler(): FetchHandler {
  const { gateway } = createTestGateway({
    keys: {
      'sk-alpha': { account: 'alpha', models: [...models.map(({ identity }) => identity.id), OTHER_MODEL] },
    },
    deposits: { alpha: '1000000000' },
    ports: { fetcher: { fetch: async () => ({ kind: 'unreachable', reason: 'no host in this test' }) } },
  });
  return createFetchHandler(gateway);
}

describe('schema file, document and gateway agree', () => {
  test.each(targets)('on bodies for $name', async (target) => {
    const source = sourceOf(target);
    const names = Object.keys(Object(Reflect.get(source, 'properties')) as object);
    const byFile: ValidateFunction | undefined = target.published && ajv.compile(withoutId(target.published));
    const byDocument = ajv.compile({ $ref: requestPointer(target.path) });
    const handler = openHandler();
    const body = fc
      .tuple(fromSchema(source, openapi), fc.constantFrom(...target.model), changes(names))
      .map(([drawn, model, list]) => withModel(applyChanges(drawn, list), model));
    let fitting = 0;
    await fc.assert(
      fc.asyncProperty(body, async (drawn) => {
        const found = await judgeByGateway(handler, target.path, drawn);
        const verdicts = {
          gateway: found.length === 0,
          document: byDocument(drawn),
          file: byFile ? byFile(drawn) : found.length === 0,
        };
        if (verdicts.gateway) fitting += 1;
        for (const message of found)
          expect(message.replaceAll(/"(\\.|[^"\\])*"?/g, '')).not.toMatch(UNREADABLE);
        const same = { gateway: verdicts.gateway, document: verdicts.gateway, file: verdicts.gateway };
        expect(
          verdicts,
          [...found, ajv.errorsText(byDocument.errors), ajv.errorsText(byFile?.errors)].join('\n'),
        ).toEqual(same);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(fitting).toBeGreaterThan(RUNS / 40);
    expect(fitting).toBeLessThan(RUNS);
  });
});

const pictured = targets.filter(
  ({ path, published }) =>
    path.endsWith('/generations') && at(published, 'properties', 'prompt') !== undefined,
);

test.each(pictured)(
  'a prompt of $name with U+0000 is refused by all three',
  async ({ path, published, model }) => {
    const byFile = ajv.compile(withoutId(published ?? {}));
    const byDocument = ajv.compile({ $ref: requestPointer(path) });
    const images = path.includes('videos') ? { image_urls: ['https://h.example/a.png'] } : {};
    const fits = (prompt: string) => {
      const body = { model: model[0], prompt, ...images };
      return [byFile(body), byDocument(body)];
    };
    expect(fits('A boat\n\u0001\n')).toEqual([true, true]);
    expect(fits('A boat\u0000')).toEqual([false, false]);
  },
);

test.each([
  ['1.5k', true],
  ['auto', true],
  [null, true],
  ['3:4', false],
  ['2048x2048', false],
] as const)('layers of size %s: %s', async (size, want) => {
  const path = '/v1/images/generations';
  const image_urls = ['https://h.example/a.png'];
  const body = { model: 'sx-5-0-pro', layer_decomposition: true, size, image_urls };
  const byFile = ajv.compile(withoutId(readSchema('sx-5-0-pro')));
  const byDocument = ajv.compile({ $ref: requestPointer(path) });
  const found = await judgeByGateway(openHandler(), path, body);
  expect([byFile(body), byDocument(body), found.length === 0]).toEqual([want, want, want]);
  expect(byFile({ ...body, layer_decomposition: false })).toBe(true);
});

const tool = (...names: readonly string[]) => names.map((type) => ({ type }));

test.each([
  [tool('web_extractor'), false],
  [tool('web_extractor', 'code_interpreter'), false],
  [tool('web_extractor', 'web_search'), true],
  [tool('web_search', 'web_extractor'), true],
  [tool('code_interpreter'), true],
  [[], true],
  [null, true],
] as const)('tools %j of a response: %s', async (tools, want) => {
  const path = '/v1/responses';
  const body = { model: 'qx3.8-max', input: 'What sinks?', tools };
  const found = await judgeByGateway(openHandler(), path, body);
  expect([ajv.compile({ $ref: requestPointer(path) })(body), found.length === 0]).toEqual([want, want]);
});

const image = (url: string) => ({ type: 'image_url', image_url: { url } });
const pdf = (file: object) => ({ type: 'file', file });

test.each([
  [image('ftp://h.example/a.png'), false],
  [image('https://h.example/a.pdf'), false],
  [image('https://h.example/a.pdf.png'), true],
  [image('data:application/pdf;base64,JVBERi0x'), false],
  [image('data:image/png;base64,iVBORw0KGgo='), true],
  [pdf({ file_url: 'ftp://h.example/a.pdf' }), false],
  [pdf({ file_url: 'fileid://a' }), true],
  [pdf({ file_data: 'https://h.example/a.pdf' }), false],
  [pdf({ file_data: 'data:text/plain;base64,JVBERi0x' }), false],
  [pdf({ file_data: 'fileid://a', file_url: null }), true],
  [{ ...image('ftp://h.example/a.png'), type: 'other' }, true],
  [{ type: 'input_image', image_url: { url: 'https://h.example/a.png' } }, false],
  [{ type: 'input_file' }, false],
  [{ type: 'input_audio' }, true],
] as const)('part %j of a chat message: %s', async (part, want) => {
  const path = '/v1/chat/completions';
  const body = { model: 'qx3.8-max', messages: [{ role: 'user', content: [part] }], stream: false };
  const found = await judgeByGateway(openHandler(), path, body);
  const byFile = ajv.compile(withoutId(readSchema('qx3.8-max')));
  const byDocument = ajv.compile({ $ref: requestPointer(path) });
  expect([byFile(body), byDocument(body), found.length === 0]).toEqual([want, want, want]);
});

function withoutId(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$id'));
}

/** The model of a body is not changed: another model has another schema. */
function withModel(body: unknown, model: string): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, model } : body;
}
