import fc from 'fast-check';
import { expect, it } from 'vitest';
import { baseModel } from '../../src/contract/base-model.ts';
import { models } from '../../src/contract/catalogue.ts';
import { validateBase, validateRequest } from '../../src/contract/validate.ts';
import type { Violation } from '../../src/contract/violations/violation.ts';
import { bodyFor, check, modelOf, picture, pictures, verdict } from './requests.ts';

/** The violations of a request; throws when it has none. */
function violationsOf(model: string, fields: Record<string, unknown>): readonly Violation[] {
  const result = check(model, fields);
  if (result.kind !== 'invalid') throw new TypeError(`${model} is ${result.kind}`);
  return result.violations;
}

const bodies: readonly [name: string, body: unknown][] = [
  ['null', null],
  ['an array', []],
  ['an array with a request in it', [{ model: 'vxq3' }]],
  ['a string', 'vxq3'],
  ['an empty string', ''],
  ['a number', 5],
  ['a boolean', true],
];
const bodyRows = models.flatMap((model) =>
  bodies.map(([name, body]) => ({ id: model.identity.id, model, name, body })),
);

it.each(bodyRows)('$id refuses $name as a body', ({ model, body }) => {
  expect(validateRequest(model, body)).toMatchObject({
    kind: 'invalid',
    violations: [{ path: '', rule: 'type', message: expect.stringContaining('must be an object') }],
  });
});

it('reports every violation of the schema at once', () => {
  const fields = { n: 2, stream: true, tools: [], resolution: '3K', image_urls: pictures(11) };
  const found = violationsOf('sx-5-0-pro', fields).map(({ rule, path }) => `${rule} ${path}`);
  expect(found.sort()).toEqual([
    'enum /resolution',
    'forbidden /stream',
    'forbidden /tools',
    'maxItems /image_urls',
    'maximum /n',
  ]);
});

it('reports prompt tokens, size and rules at once', () => {
  const fields = { size: '511x512', prompt_extend_mode: 'agent' };
  expect(
    verdict('qx-image-3.0', fields, () => ({ tokens: 4501, isAtLeast: false }))
      .split(', ')
      .sort(),
  ).toEqual([
    'prompt_extend_mode_needs_prompt_extend /prompt_extend_mode',
    'prompt_tokens /prompt',
    'size_side /size',
  ]);
});

const together: readonly [name: string, model: string, fields: Record<string, unknown>, want: string][] = [
  [
    'a rule whose fields fit beside a field that does not',
    'qx-image-3.0',
    { prompt_extend_mode: 'direct', resolution: '8K' },
    'prompt_extend_mode_needs_prompt_extend /prompt_extend_mode, enum /resolution',
  ],
  [
    'no rule that reads a field that does not fit',
    'qx-image-3.0',
    { prompt_extend: 'no', prompt_extend_mode: 'direct' },
    'type /prompt_extend',
  ],
  [
    'rules whose optional fields are absent',
    'sx-5-0-pro',
    { background: 'transparent', n: 2 },
    'maximum /n, transparent_one_input /image_urls, transparent_needs_png /output_format',
  ],
  [
    'no rule of a list that is too long',
    'sx-5-0-pro',
    { layer_decomposition: true, image_urls: pictures(11) },
    'maxItems /image_urls',
  ],
  [
    'a size beside a tier that does not fit',
    'sx-5-0-pro',
    { resolution: '8K', size: '9:21' },
    'enum /resolution, size_unsupported /size',
  ],
  [
    'no size whose form depends on a field that does not fit',
    'sx-5-0-pro',
    { layer_decomposition: 'yes', size: '16:9' },
    'type /layer_decomposition',
  ],
  [
    'a size that does not fit beside a rule',
    'sx-5-0-pro',
    { size: 7, background: 'transparent', image_urls: [picture] },
    'type /size, transparent_needs_png /output_format',
  ],
  [
    'a missing field behind those that are there',
    'sx-5-0-lite',
    { prompt: undefined, size: 'auto', n: 16 },
    'auto_needs_reference /size, maximum /n, required /prompt',
  ],
];

it.each(together)('reports %s', (_name, model, fields, want) => {
  expect(verdict(model, fields)).toBe(want);
});

it('reports prompt tokens even when another field is invalid', () => {
  expect(verdict('qx-image-3.0', { n: 0 }, () => ({ tokens: 4501, isAtLeast: false }))).toBe(
    'prompt_tokens /prompt, minimum /n',
  );
  expect(verdict('qx-image-3.0', { prompt: 7 }, () => ({ tokens: 4501, isAtLeast: false }))).toBe(
    'type /prompt',
  );
});

it('gives the same violations in the same order every time, in body order', () => {
  const fields = { tools: [], n: 2, resolution: '3K', stream: true, size: '9:21' };
  const want = 'forbidden /tools, maximum /n, enum /resolution, forbidden /stream, size_unsupported /size';
  for (let round = 0; round < 3; round += 1) expect(verdict('sx-5-0-pro', fields)).toBe(want);
  const reversed = Object.fromEntries(Object.entries(fields).reverse());
  expect(verdict('sx-5-0-pro', reversed)).toBe(want.split(', ').reverse().join(', '));
});

it.each([
  ['sx-5-0-lite', { n: 15, image_urls: pictures(3) }, 'image_urls plus n must be at most 15; got 3 plus 15'],
  [
    'sx-5-0-lite',
    {
      sequential_image_generation: 'auto',
      sequential_image_generation_options: { max_images: 14 },
      image_urls: pictures(2),
    },
    'image_urls plus sequential_image_generation_options.max_images must be at most 15; got 2 plus 14',
  ],
  [
    'sx-5-0-pro',
    { layer_decomposition: true, image_urls: pictures(3) },
    'layer_decomposition needs exactly 1 input image in image_urls; got 3',
  ],
  [
    'sx-5-0-pro',
    { background: 'transparent', output_format: 'png' },
    'background: transparent needs exactly 1 input image in image_urls; got 0',
  ],
])('%s gives the values that break a rule', (model, fields, want) => {
  expect(violationsOf(model, fields).map(({ message }) => message)).toEqual([want]);
});

it('falls back to the plain message when the one with values cannot be built', () => {
  const rule = { id: 'probe', rule: 'false', message: 'plain', path: '/n' };
  for (const messageExpression of ['self.nowhere', '7', "'a' +"]) {
    const model = { ...modelOf('sx-5-0-pro'), rules: [{ ...rule, messageExpression }] };
    expect(validateRequest(model, bodyFor('sx-5-0-pro'))).toMatchObject({
      violations: [{ message: 'plain' }],
    });
  }
});

it('returns the references of a request that is invalid elsewhere, with the limits that can be determined', () => {
  const offered = (fields: Record<string, unknown>) => {
    const result = check('sx-5-0-pro', { image_urls: [picture], ...fields });
    if (result.kind !== 'invalid') throw new TypeError(`the request is ${result.kind}`);
    return result.references.map(({ field, limits }) => [field, limits.cases?.map(({ id }) => id)]);
  };
  const all = ['transparent_input', 'layer_input'];
  expect(offered({ n: 2 })).toEqual([['image_urls', all]]);
  expect(offered({ background: 'blurred' })).toEqual([['image_urls', ['layer_input']]]);
  expect(offered({ image_urls: ['ftp://boat', picture] })).toEqual([['image_urls', all]]);
  expect(offered({ image_urls: ['ftp://boat'] })).toEqual([]);
  expect(offered({ layer_decomposition: true, image_urls: pictures(2) })).toEqual([['image_urls', all]]);
  expect(offered({ image_urls: pictures(11) })).toEqual([]);
});

const messages: readonly [
  name: string,
  model: string,
  fields: Record<string, unknown>,
  parts: readonly string[],
][] = [
  ['a missing field', 'vxq3', { prompt: undefined }, ['prompt', 'required']],
  ['a wrong type', 'sx-5-0-lite', { n: '2' }, ['n', 'integer', '"2"']],
  ['an entry that is null', 'vxq3', { image_urls: [null] }, ['image_urls[0] must be a string; got null']],
  ['an unknown value', 'vxq3-mix', { resolution: '540p' }, ['resolution', '"720p"', '"1080p"', '"540p"']],
  ['a number above', 'vxq3', { duration: 17 }, ['duration', '16', '17']],
  ['a number below', 'vxq3', { duration: 2 }, ['duration', '3', '2']],
  ['too many entries', 'vxq3', { image_urls: pictures(8) }, ['image_urls', '7', '8']],
  ['a long prompt', 'vxq3', { prompt: 'a'.repeat(5001) }, ['prompt', '5000', '5001']],
  ['a nested value', 'sx-5-0-pro', { optimize_prompt_options: { mode: 'fast' } }, ['mode', '"fast"']],
  ['an entry', 'vxq3', { image_urls: ['nowhere'] }, ['image_urls[0]', '"nowhere"']],
  ['a size', 'sx-5-0-pro', { size: '9:21' }, ['size', '"9:21"', '21:9', 'auto']],
  ['a side', 'qx-image-3.0', { size: '511x512' }, ['511x512', '512', '2048']],
  ['an area', 'sx-5-0-pro', { size: '959x961' }, ['959x961', '921600', '4624220', '921599']],
  ['a shape', 'sx-5-0-pro', { size: '8000x499' }, ['8000x499', '16:1']],
  ['a form', 'sx-5-0-pro', { size: '16:9', layer_decomposition: true }, ['layer_decomposition', 'auto']],
  ['a forbidden field', 'sx-5-0-pro', { stream: true }, ['stream', 'sx-5-0-pro']],
  ['a rule', 'sx-5-0-lite', { n: 15, image_urls: pictures(1) }, ['image_urls', 'n', '15']],
];

it.each(messages)('says what is wrong and what is allowed: %s', (_name, model, fields, parts) => {
  const { message = '' } = violationsOf(model, fields)[0] ?? {};
  expect(parts.filter((part) => !message.includes(part))).toEqual([]);
});

const dataUri = `data:image/png;base64,${'A'.repeat(20_000)}`;
const dumped: readonly [name: string, model: string, fields: Record<string, unknown>][] = [
  ['image_urls of a video', 'vxq3', { image_urls: [dataUri] }],
  ['image_urls as text', 'sx-5-0-pro', { image_urls: dataUri }],
  ['a bare base64 text', 'sx-5-0-lite', { image_urls: ['A'.repeat(20_000)] }],
  ['resolution', 'sx-5-0-pro', { resolution: dataUri }],
  ['n', 'qx-image-3.0', { n: dataUri }],
  ['size', 'qx-image-3.0', { size: dataUri }],
  ['size', 'sx-5-0-pro', { size: dataUri }],
  ['aspect_ratio', 'vxq3', { aspect_ratio: dataUri }],
];

it.each(dumped)('never repeats a data URI given as %s of %s', (_name, model, fields) => {
  for (const { message } of violationsOf(model, fields)) expect(message.length).toBeLessThan(400);
});

it('reports a missing combination of fields once', () => {
  expect(violationsOf('sx-5-0-pro', { prompt: undefined })).toHaveLength(1);
});

it('refuses a list of a million references as one violation', () => {
  const fields = { image_urls: Array.from({ length: 1_000_000 }, () => 5) };
  expect(verdict('sx-5-0-pro', fields)).toBe('maxItems /image_urls');
});

it('distinguishes a rule that cannot be evaluated from one that is broken', () => {
  const model = modelOf('sx-5-0-pro');
  const judge = (rule: string) =>
    validateRequest(
      { ...model, rules: [{ id: 'probe', rule, message: 'no', path: '/n' }] },
      bodyFor('sx-5-0-pro'),
    );
  expect(judge('self.n == 1')).toMatchObject({ kind: 'valid' });
  expect(judge('self.n == 2')).toMatchObject({
    kind: 'invalid',
    violations: [{ path: '/n', rule: 'probe', message: 'no' }],
  });
  expect(judge('self.nowhere > 1')).toMatchObject({
    kind: 'error',
    message: expect.stringContaining('probe'),
  });
  expect(judge('self.prompt + 1 == 2')).toMatchObject({ kind: 'error' });
});

it.each(["'yes'", '1', 'null', '[true]', 'self.prompt'])('only true passes a rule: %s does not', (rule) => {
  const model = { ...modelOf('sx-5-0-pro'), rules: [{ id: 'probe', rule, message: 'no', path: '' }] };
  expect(validateRequest(model, bodyFor('sx-5-0-pro'))).toMatchObject({ kind: 'invalid' });
});

it('binds integers of the schema for the rules and fills in defaults', () => {
  const result = check('sx-5-0-lite');
  expect(result).toMatchObject({
    kind: 'valid',
    self: { n: 1n, size: '1:1', resolution: '2K', output_format: 'jpeg', watermark: false },
    request: { model: 'sx-5-0-lite', prompt: 'A paper boat' },
  });
});

const generic: readonly [name: string, body: unknown, want: readonly string[]][] = [
  ['any image request', { model: 'other', prompt: 'A paper boat', n: 99, size: 'huge' }, []],
  ['no model', { prompt: 'A paper boat' }, ['/model']],
  ['an array', [], ['']],
  ['null', null, ['']],
];

it.each(generic)('the generic image contract on %s', (_name, body, want) => {
  const model = baseModel('image_generation', 'house-model');
  const result = validateBase('image_generation', model, body);
  const found = result.kind === 'invalid' ? result.violations : [];
  expect(found.map(({ path }) => path)).toEqual(want);
});

it('validates any JSON value for every model without throwing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...models), fc.jsonValue(), (model, body) => {
      expect(validateRequest(model, body).kind).toBe('invalid');
    }),
  );
});

it('any extra member leaves a valid request valid', () => {
  const name = fc.stringMatching(/^extra_[a-z]{1,8}$/);
  fc.assert(
    fc.property(
      fc.constantFrom('vxq3', 'qx-image-3.0', 'sx-5-0-lite', 'sx-5-0-pro'),
      name,
      fc.jsonValue(),
      (model, key, value) => {
        expect(verdict(model, { [key]: value })).toBe('valid');
      },
    ),
  );
});

it('names the deepest invalid part of a conversation', () => {
  const text = (cache: string) => ({ type: 'text', text: 'a', cache_control: { type: cache } });
  const messages = [
    { role: 'user', content: [text('ephemeral')] },
    { role: 'user', content: [text('eternal')] },
  ];
  expect(violationsOf('qx3.8-max', { messages })[0]).toEqual({
    path: '/messages/1/content/0/cache_control/type',
    rule: 'enum',
    message: 'messages[1].content[0].cache_control.type must be "ephemeral"; got "eternal"',
  });
});

it.each(['sx-5-0-pro', 'sx-5-0-lite', 'qx-image-3.0', 'vxq3'])(
  '%s never shows a regular expression',
  (id) => {
    const message = violationsOf(id, { image_urls: ['ftp://boat'] })[0]?.message;
    expect(message).toContain('image_urls[0] must be an http(s) URL');
    expect(message).not.toMatch(/[\^\\|]/);
  },
);
