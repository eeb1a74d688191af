import { expect, test } from 'vitest';
import { describeMedia } from '../../../scripts/docs/models/media.ts';
import { describeParameters } from '../../../scripts/docs/models/parameters.ts';
import { describePrice } from '../../../scripts/docs/models/price.ts';
import { describeSizes } from '../../../scripts/docs/models/sizes.ts';
import { readSiteContract } from '../../../scripts/docs/site-contract.ts';

const { contract, ownIds } = await readSiteContract([]);

function modelOf(id: string) {
  const model = contract.models.find((one) => one.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return model;
}

test('sizes have the tiers that the model accepts', () => {
  expect(describeSizes(modelOf('vxq3'))).toContain('540p');
  expect(describeSizes(modelOf('vxq3-mix'))).not.toContain('540p');
  expect(describeSizes(modelOf('vxq3-mix'))).toContain('`720p` and `1080p`');
});

test('what the model decides is not said to be what the mock does', () => {
  expect(describeSizes(modelOf('sx-5-0-pro'))).toContain('the model decides the ratio itself');
  expect(describeSizes(modelOf('sx-5-0-lite'))).toContain('`auto` takes the ratio of the first picture');
});

test('prices without an amount in the specification are marked', () => {
  const price = (id: string, own: ReadonlySet<string> = ownIds) =>
    describePrice(modelOf(id), { ownIds: own });
  expect(price('vxq3')).toContain('| $0.03 (reference) |');
  expect(price('qx3.8-max')).toContain('| $1.20 (reference) |');
  expect(price('sx-5-0-pro')).toContain('| $0.045 |');
  expect(price('sx-5-0-pro')).toContain('× $0.003 (reference)');
  expect(price('sx-5-0-pro')).toContain('the specification gives no amount');
  expect(price('vxq3', new Set(['vxq3']))).not.toContain('reference');
});

test('only what has a task is kept with it', () => {
  expect(describeParameters(modelOf('qx3.8-max'))).not.toContain('task');
  expect(describeParameters(modelOf('vxq3'))).toContain('kept with the task');
});

test('limits in some cases are said in the words of the contract', () => {
  const limits = describeMedia(modelOf('sx-5-0-pro'));
  expect(limits).toContain(
    '- layer&#95;decomposition needs one PNG or JPEG of 262,144 to 36,000,000 pixels.',
  );
  expect(limits).not.toContain('layer_input');
});
