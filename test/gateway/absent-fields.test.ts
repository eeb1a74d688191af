import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import { openapi } from '../support/expect-declared.ts';
import { spellings } from '../support/model-table.ts';
import { at, listAt, openWire, textAt, type Wire } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { inTurn, shells } from '../support/shells.ts';
import { isForbidden } from './agreement/schema-arbitrary.ts';

const references = await startReferenceServer();
const picture = references.image({ width: 640, height: 480, format: 'png' });
afterAll(() => references[Symbol.asyncDispose]());

const ajv = new Ajv2020({ strict: false });
ajv.addSchema(openapi, 'contract');

const REQUESTS: Readonly<Record<string, string>> = {
  '/v1/images/generations': 'ImageGenerationRequest',
  '/v1/videos/generations': 'VideoGenerationRequest',
};

/** Validators by what they are compiled from: the schemas are few, and the bodies many. */
const compiled = new Map<string, (body: unknown) => boolean>();

function validatorOf(schema: object, compiler = () => ajv): (body: unknown) => boolean {
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? compiler().compile(schema);
  compiled.set(text, validate);
  return validate;
}

/** Whether the schema of a model and the document accept a body, read as any other program would. */
async function fits(wire: Wire, path: string, body: { readonly model: string }): Promise<readonly boolean[]> {
  const told = await wire.get(`/v1/model-schema?model=${body.model}`);
  const published = at(told.body, 'data', 'parameters', 'input_schema') as object;
  const document = validatorOf({ $ref: `contract#/components/schemas/${REQUESTS[path]}` });
  return [validatorOf(published, () => new Ajv2020({ strict: false }))(body), document(body)];
}

/** The optional members of a published schema, without forbidden ones. */
async function optionalMembers(wire: Wire, model: string): Promise<readonly string[]> {
  const { body } = await wire.get(`/v1/model-schema?model=${model}`);
  const schema = at(body, 'data', 'parameters', 'input_schema');
  const required = at(schema, 'required');
  return Object.entries(at(schema, 'properties') as object)
    .filter(
      ([name, property]) => !isForbidden(property) && !(Array.isArray(required) && required.includes(name)),
    )
    .map(([name]) => name);
}

test.each(inTurn(spellings))(
  '%s accepts null for every optional field as if it were absent',
  async (model, path, shell) => {
    await using wire = await openWire(shell);
    const needed = { model, prompt: 'A boat', image_urls: [picture] };
    const names = (await optionalMembers(wire, model)).filter((name) => !Object.hasOwn(needed, name));
    expect(names).toEqual(expect.arrayContaining(['webhook', 'language', 'nsfw_check']));
    const body = { ...Object.fromEntries(names.map((name) => [name, null])), ...needed };
    expect(await fits(wire, path, body)).toEqual([true, true]);
    const plain = await wire.submit(needed);
    const held = 1000 - Number(await wire.remaining());
    const [answer, id] = await submitTo(wire, path, body);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expect(1000 - Number(await wire.remaining())).toBeCloseTo(2 * held, 9);
    await wire.advance(1000);
    const [one, other] = [await wire.task(plain), await wire.task(id)];
    expect(at(other, 'cost')).toBe(at(one, 'cost'));
    expect(sizesOf(other)).toEqual(sizesOf(one));
  },
);

test.each(inTurn(spellings))(
  '%s never fails because of the language or the address of a callback',
  async (model, path, shell) => {
    await using wire = await openWire(shell);
    for (const value of [null, true, 0, 1.5, '', ' zh ', 'xx', 'no address', [], ['zh'], {}, { url: 'x' }]) {
      const body = { model, prompt: 'A boat', image_urls: [picture], webhook: value, language: value };
      expect(await fits(wire, path, body)).toEqual([true, true]);
      const answer = await wire.send('POST', path, { body });
      expect([value, answer.status]).toEqual([value, 200]);
    }
  },
);

test.each(inTurn(spellings))('%s accepts schemes in any case', async (model, path, shell) => {
  await using wire = await openWire(shell);
  const address = picture.replace('http://', 'HttP://');
  const body = { model, prompt: 'A boat', image_urls: [address] };
  expect(await fits(wire, path, body)).toEqual([true, true]);
  const answer = await wire.send('POST', path, { body });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
});

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    ['sx-5-0-pro', '/v1/images/generations', { prompt: null, layer_decomposition: null }, '/prompt'],
    ['sx-5-0-lite', '/v1/images/generations', { prompt: null }, '/prompt'],
    ['vxq3', '/v1/videos/generations', { prompt: 'A boat', image_urls: null }, '/image_urls'],
  ])('%s says that a required field that is null is required', async (model, path, fields, param) => {
    await using wire = await openWire(shell);
    const body = { model, ...fields };
    expect(await fits(wire, path, body)).toEqual([false, false]);
    const answer = await wire.send('POST', path, { body });
    expect([answer.status, at(answer.body, 'error', 'violations', 0, 'path')]).toEqual([400, param]);
  });

  test('an unlisted model accepts null for optional fields', async () => {
    await using wire = await openWire(shell, {
      keys: { 'sk-alpha': { account: 'alpha', models: ['odd-1'] } },
    });
    const fields = { webhook: null, language: null, nsfw_check: null };
    expect((await wire.postImage({ model: 'odd-1', prompt: 'A boat', ...fields })).status).toBe(200);
    const nothing = { prompt: null, messages: null, image_urls: null, image_with_roles: null };
    const answer = await wire.postVideo({ model: 'odd-1', ...nothing, video_urls: null });
    expect(answer.status).toBe(400);
    expect((await wire.postVideo({ model: 'odd-1', ...nothing, video_urls: [] })).status).toBe(200);
  });

  test('null inside an object of options also counts as absent', async () => {
    await using wire = await openWire(shell);
    const group = {
      sequential_image_generation: 'auto',
      sequential_image_generation_options: { max_images: null },
    };
    await wire.submit({ model: 'sx-5-0-lite', prompt: 'A boat', ...group });
    await wire.submit({ model: 'sx-5-0-pro', prompt: 'A boat', optimize_prompt_options: { mode: null } });
    const refused = await wire.postImage({ model: 'sx-5-0-pro', prompt: 'A boat', stream: null });
    expect(at(refused.body, 'error', 'param')).toBe('/stream');
  });

  test('layers are decomposed without a prompt, and with an empty one', async () => {
    await using wire = await openWire(shell);
    const layers = {
      model: 'sx-5-0-pro',
      layer_decomposition: true,
      image_urls: [references.image({ width: 640, height: 480, format: 'png' })],
    };
    for (const prompt of [undefined, null, ''])
      expect((await wire.postImage({ ...layers, prompt })).status).toBe(200);
    const answer = await wire.postImage({ ...layers, prompt: '', layer_decomposition: false });
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error', 'violations', 0)).toEqual({
      path: '/prompt',
      rule: 'prompt_or_layers',
      message: 'prompt is required unless layer_decomposition is true',
    });
  });
});

describe.each(shells)('addresses through the $name shell', (shell) => {
  test.each([
    ['qx-image-3.0', 'DATA:IMAGE/PNG;BASE64,', 200],
    ['sx-5-0-lite', 'Data:Image/Png;Base64,', 200],
    ['sx-5-0-pro', 'Data:Image/png;Base64,', 200],
    ['sx-5-0-pro', 'data:image/PNG;base64,', 400], // section 4.4.3 wants the format in lower case
    ['qx-image-3.0', 'DATA:IMAGE/GIF;BASE64,', 400], // the bytes are a PNG
  ])('%s answers %s with %i', async (model, head, status) => {
    await using wire = await openWire(shell);
    const response = await fetch(picture);
    const data = Buffer.from(await response.arrayBuffer()).toString('base64');
    const answer = await wire.postImage({ model, prompt: 'A boat', image_urls: [head + data] });
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
  });
});

async function submitTo(wire: Wire, path: string, body: object) {
  const answer = await wire.send('POST', path, { body });
  return [answer, textAt(answer.body, 'data', 0, 'task_id')] as const;
}

function sizesOf(task: unknown): readonly unknown[] {
  const kind = at(task, 'result', 'images') === undefined ? 'videos' : 'images';
  return listAt(task, 'result', kind, 0, 'sizes');
}
