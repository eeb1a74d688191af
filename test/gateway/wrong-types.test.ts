import { afterAll, expect, test } from 'vitest';
import { spellings } from '../support/model-table.ts';
import { at, openWire, type Wire } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { inTurn } from '../support/shells.ts';

const references = await startReferenceServer();
const picture = references.image({ width: 640, height: 480, format: 'png' });
afterAll(() => references[Symbol.asyncDispose]());

/** One value of each JSON type. */
const values = { null: null, boolean: true, integer: 1, number: 1.5, string: 'zz', array: [], object: {} };

type Schema = Readonly<Record<string, unknown>> | false;

/** The published properties of a model. */
async function propertiesOf(wire: Wire, model: string): Promise<readonly (readonly [string, Schema])[]> {
  const { body } = await wire.get(`/v1/models/${model}/schema`);
  return Object.entries(
    at(body, 'data', 'parameters', 'input_schema', 'properties') as Record<string, Schema>,
  );
}

/** Whether the declared type of a property has values of a JSON type. */
function mayBe(schema: Schema, type: string): boolean {
  if (schema === false) return false;
  if (schema.type === undefined) return true;
  const declared = [schema.type].flat();
  return declared.includes(type) || (declared.includes('number') && type === 'integer');
}

test.each(inTurn(spellings))(
  '%s refuses every wrong type of every property',
  async (spelling, path, shell) => {
    await using wire = await openWire(shell);
    const properties = await propertiesOf(wire, spelling);
    expect(properties.length).toBeGreaterThan(5);
    for (const [name, schema] of properties) {
      for (const [type, value] of Object.entries(values)) {
        if (mayBe(schema, type)) continue;
        const body = { model: spelling, prompt: 'A boat', image_urls: [picture], [name]: value };
        const answer = await wire.send('POST', path, { body });
        expect([name, type, answer.status]).toEqual([name, type, 400]);
        expect(at(answer.body, 'error', 'violations')).toEqual(
          expect.arrayContaining([expect.objectContaining({ path: `/${name}` })]),
        );
      }
    }
    expect(await wire.remaining()).toBe(1000);
  },
);

test.each(inTurn(spellings))('%s refuses every wrong type of a reference', async (spelling, path, shell) => {
  await using wire = await openWire(shell);
  for (const value of [null, true, 1, [], {}, [picture], { url: picture }]) {
    const body = { model: spelling, prompt: 'A boat', image_urls: [picture, value] };
    const answer = await wire.send('POST', path, { body });
    expect([value, answer.status]).toEqual([value, 400]);
    expect(at(answer.body, 'error', 'param')).toBe('/image_urls/1');
  }
});

test.each(inTurn(spellings))(
  '%s publishes enumerations and accepts each of their values',
  async (spelling, path, shell) => {
    await using wire = await openWire(shell);
    for (const [name, schema] of await propertiesOf(wire, spelling)) {
      if (schema === false || !Array.isArray(schema.enum) || name === 'model') continue;
      for (const value of schema.enum) {
        const needs = name === 'prompt_extend_mode' ? { prompt_extend: true } : {};
        const alpha = references.image({ width: 640, height: 480, format: 'png', hasAlpha: true });
        const input = name === 'prompt_extend_mode' ? {} : { image_urls: [alpha] };
        const transparent = value === 'transparent' ? { output_format: 'png' } : {};
        const body = {
          model: spelling,
          prompt: 'A boat',
          ...input,
          ...needs,
          ...transparent,
          [name]: value,
        };
        const answer = await wire.send('POST', path, { body });
        expect([name, value, answer.status]).toEqual([name, value, 200]);
      }
    }
  },
);
