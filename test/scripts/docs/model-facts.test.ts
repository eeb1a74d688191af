import { expect, test } from 'vitest';
import { describeMedia } from '../../../scripts/docs/models/media.ts';
import { describeFurtherEndpoints, describeParameters } from '../../../scripts/docs/models/parameters.ts';
import { describePrice } from '../../../scripts/docs/models/price.ts';
import { describeSizes } from '../../../scripts/docs/models/sizes.ts';
import { describeWaiting } from '../../../scripts/docs/models/waiting.ts';
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

test('how long a task takes, and for how long its links work', () => {
  const pro = describeWaiting(modelOf('sx-5-0-pro'), contract);
  expect(pro).toContain('| `1K` | 90 seconds |');
  expect(pro).toContain('Poll every 3 to 10 seconds and give up after 5 minutes');
  expect(pro).toContain('30 days');
  expect(describeWaiting(modelOf('sx-5-0-lite'), contract)).toContain('72 hours');
  expect(describeWaiting(modelOf('vxq3'), contract)).toContain('| `540p` | 20 seconds (reference) |');
  expect(describeWaiting(modelOf('vxq3-mix'), contract)).not.toContain('540p');
  expect(describeWaiting(modelOf('qx3.8-max'), contract)).toBe(undefined);
});

test('a model for text has the parameters of both endpoints', () => {
  const further = describeFurtherEndpoints(modelOf('qx3.8-max'), contract) ?? '';
  expect(further).toContain('### At POST /v1/responses');
  for (const name of ['input', 'tools', 'instructions', 'max_output_tokens', 'text.format'])
    expect(further).toContain(`\`${name}\``);
  expect(describeFurtherEndpoints(modelOf('vxq3'), contract)).toBe(undefined);
});
