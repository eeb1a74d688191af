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
  expect(describeSizes(modelOf('vxq3-mix'))).toContain('from `720p`, the smallest, to `1080p`');
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

test('a refused parameter is listed with its reason, not among those to send', () => {
  const [fields = '', refused = ''] = describeParameters(modelOf('sx-5-0-pro')).split(
    '### Refused parameters',
  );
  expect(fields).toContain('| `prompt`<br>');
  expect(fields).not.toContain('| `stream`');
  expect(refused).toContain('`stream`');
});

test('other fields of a request with a task are metadata', () => {
  expect(describeParameters(modelOf('qx3.8-max'))).not.toContain('metadata');
  expect(describeParameters(modelOf('vxq3'))).toContain('passed to the model as `metadata`');
});

test('every spelling of a model is listed, and what is in a message', () => {
  expect(describeParameters(modelOf('sx-5-0-lite'))).toContain('`sx-5-0-lite`, `sx-5.0-lite`, `Sx-5.0-lite`');
  const chat = describeParameters(modelOf('qx3.8-max'));
  for (const name of ['[].text', '[].image_url.url', '[].file.file_url', '[].cache_control'])
    expect(chat).toContain(`\`messages[].content${name}\``);
});

test('the hold of layers has the amounts of each tier', () => {
  expect(describePrice(modelOf('sx-5-0-pro'), { ownIds })).toContain(
    'the price of 17 images is held: $0.765 for `1K` and `1.5K`, $1.53 for `2K`; `auto` is held as `2K`.',
  );
});

test('an example of a size is one of the model', () => {
  const paper = {
    ...modelOf('qx-image-3.0'),
    vocabulary: {
      'x-sizes': {
        forms: ['ratio'],
        fields: { size: 'size', tier: 'resolution' },
        table: { '1K': { '1:1': '1024x1024', '3:2': '1216x832' } },
      },
    },
  };
  expect(describeSizes(paper)).toContain('`size` is a ratio such as `3:2`;');
});

test('limits in some cases are said in the words of the contract', () => {
  const limits = describeMedia(modelOf('sx-5-0-pro'), { ownIds });
  expect(limits).toContain(
    '- layer&#95;decomposition needs one PNG or JPEG of 262,144 to 36,000,000 pixels.',
  );
  expect(limits).not.toContain('layer_input');
});

test('how long a task takes, and for how long its links work', () => {
  const waiting = (id: string, own = ownIds) => describeWaiting(modelOf(id), { contract, ownIds: own });
  const pro = waiting('sx-5-0-pro');
  expect(pro).toContain('| `1K` | 90 seconds |');
  expect(pro).toContain('| `1.5K` | 120 seconds (reference) |');
  expect(pro).toContain('Poll every 5 to 10 seconds and give up after 5 minutes.');
  expect(pro).toContain('30 days (reference)');
  expect(waiting('qx-image-3.0-pro')).toContain('Poll every 3 to 5 seconds and give up after 3 minutes.');
  expect(waiting('sx-5-0-lite')).toContain('every 3 to 10 seconds and give up after 5 minutes at most');
  expect(waiting('sx-5-0-lite')).toContain('72 hours.');
  expect(waiting('vxq3')).toContain('| `540p` | 20 seconds (reference) |');
  expect(waiting('vxq3')).toContain('gives no polling advice for video');
  expect(waiting('vxq3')).toContain('Times marked “(reference)” are choices');
  expect(waiting('vxq3', new Set(['vxq3']))).not.toContain('(reference)');
  expect(waiting('vxq3-mix')).not.toContain('540p');
  expect(waiting('qx3.8-max')).toBe(undefined);
});

test('a model for text has the parameters of both endpoints', () => {
  const further = describeFurtherEndpoints(modelOf('qx3.8-max'), contract) ?? '';
  expect(further).toContain('### At POST /v1/responses');
  for (const name of ['input', 'tools', 'instructions', 'max_output_tokens', 'text.format'])
    expect(further).toContain(`\`${name}\``);
  expect(describeFurtherEndpoints(modelOf('vxq3'), contract)).toBe(undefined);
});
