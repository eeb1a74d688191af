import { expect, test } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/contract.ts';
import { endpointsExist, unionsHoldModels } from '../../../scripts/contract/lint/models/manifest.ts';
import { applyRules, BOAT, readBroken } from './broken-contract.ts';

const KNOWN = 'openapi/components/schemas/KnownImageRequest.yaml';
const GENERIC = 'openapi/components/schemas/GenericImageRequest.yaml';
const BOAT_SCHEMA = '#/components/schemas/Boat';

async function complaintsAbout(mapping: JsonObject, excluded: readonly string[]): Promise<readonly string[]> {
  const document = {
    paths: { '/v1/images/generations': { post: {} } },
    components: {
      schemas: {
        KnownImageRequest: { discriminator: { mapping } },
        GenericImageRequest: { properties: { model: { not: { enum: excluded } } } },
      },
    },
  };
  const subject = { ...(await readBroken([])), document };
  return applyRules(subject, [unionsHoldModels, endpointsExist]).map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  );
}

test('accepts unions that contain every spelling', async () => {
  const mapping = { 'boat-1': BOAT_SCHEMA, 'boat-1.0': BOAT_SCHEMA };
  expect(await complaintsAbout(mapping, ['boat-1', 'boat-1.0'])).toEqual([]);
});

test('finds missing, stray and misdirected spellings', async () => {
  const mapping = { 'boat-1': '#/components/schemas/Raft', 'raft-1': '#/components/schemas/Raft' };
  expect(await complaintsAbout(mapping, ['boat-1', 'canoe-1'])).toEqual([
    `${GENERIC}:1: GenericImageRequest has the spelling "canoe-1", which no model file of its operation has.`,
    `${GENERIC}:1: GenericImageRequest lacks the spelling "boat-1.0" of Boat.`,
    `${KNOWN}:1: KnownImageRequest has the spelling "raft-1", which no model file of its operation has.`,
    `${KNOWN}:1: KnownImageRequest lacks the spelling "boat-1.0" of Boat.`,
    `${KNOWN}:1: KnownImageRequest maps "boat-1" to Raft instead of Boat.`,
  ]);
});

test('finds an endpoint without a path and a document without unions', async () => {
  const subject = await readBroken([]);
  expect(applyRules(subject, [unionsHoldModels, endpointsExist])).toEqual([
    {
      file: GENERIC,
      line: 1,
      column: 1,
      message: 'The document has no GenericImageRequest with a list of models.',
    },
    {
      file: KNOWN,
      line: 1,
      column: 1,
      message: 'The document has no KnownImageRequest with a list of models.',
    },
    {
      file: BOAT,
      line: 65,
      column: 19,
      message: 'The document has no POST /v1/images/generations: correct the endpoint or add the path.',
    },
  ]);
});
