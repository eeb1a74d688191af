import { expect, test } from 'vitest';
import type { Contract } from '../../../scripts/contract/contract.ts';
import { emitModelTypes } from '../../../scripts/emit/code/model-types.ts';

test('deprecation is the last tag of a field, and its description is no text of that tag', async () => {
  const field = { type: 'string', description: 'Sails.', default: 'lateen', deprecated: true };
  const model = {
    ...{ title: 'Boat', id: 'boat', spellings: ['boat'] },
    vocabulary: { 'x-model': { operation: 'image_generation' } },
    requestSchema: { type: 'object', properties: { sail: field } },
  };
  const [file] = await emitModelTypes({ models: [model] } as unknown as Contract); // what the emitter reads of it
  expect(file?.text).toContain(`   * Sails.
   *
   * @default "lateen"
   * @deprecated
   */
  sail?: string;`);
  expect(file?.text.match(/@deprecated/g)).toHaveLength(1);
});
