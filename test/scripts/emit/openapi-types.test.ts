import { expect, expectTypeOf, test } from 'vitest';
import type { components } from '../../../generated/openapi-types.ts';
import { emitOpenApiTypes } from '../../../scripts/emit/code/openapi-types.ts';
import { fixtureDocument } from './fixture-document.ts';

type KnownImageRequest = components['schemas']['KnownImageRequest'];

const contract = { root: '', document: fixtureDocument, models: [], policies: {}, errors: {}, messages: {} };

test('makes a forbidden field a type that nothing satisfies', () => {
  expectTypeOf<components['schemas']['Sx50Pro']['stream']>().toEqualTypeOf<undefined>();
  expectTypeOf<components['schemas']['Sx50Pro']['tools']>().toEqualTypeOf<undefined>();
});

test('discriminates the families by model', () => {
  const request = { model: 'sx-5.0-pro', prompt: 'a boat' } as KnownImageRequest;
  if (request.model === 'sx-5.0-pro') expectTypeOf(request).toEqualTypeOf<components['schemas']['Sx50Pro']>();
  if (request.model === 'qx-image-3.0')
    expectTypeOf(request).toEqualTypeOf<components['schemas']['QxImage30']>();
});

test('emits no type for a condition on several fields', async () => {
  const [file] = await emitOpenApiTypes(contract);
  expect(file?.text).toContain('readonly prompt?: string;');
  expect(file?.text).toContain('readonly stream?: never;');
  expect(file?.text).not.toContain('unknown | unknown');
  expect(file?.text).toContain(
    'readonly KnownImageRequest: components["schemas"]["Sx50Pro"] | components["schemas"]["QxImage30"];',
  );
});

test('lists the values of a text that may have more', () => {
  const record = { status: 'paused' } as Pick<components['schemas']['TaskRecord'], 'status'>;
  expectTypeOf(record.status).toExtend<string>();
  expectTypeOf<'completed'>().toExtend<typeof record.status>();
  expectTypeOf<components['schemas']['ChatCompletionChunkChoice']['finish_reason']>().toExtend<
    string | null
  >();
  // @ts-expect-error a number is no status
  record satisfies { readonly status: 200 };
});
