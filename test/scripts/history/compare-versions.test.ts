import { expect, test } from 'vitest';
import type { Change } from '../../../scripts/history/change.ts';
import { compareVersions } from '../../../scripts/history/compare-versions.ts';
import type { ContractVersion } from '../../../scripts/history/contract-version.ts';
import { boatWith, first, replaced, withModels } from './contract-versions.ts';

/** Every change in a line; `!` marks those that break. */
function tell(before: ContractVersion, after: ContractVersion): readonly string[] {
  const { models, operations, errors } = compareVersions(before, after);
  const line = ({ text, isBreaking }: Change) => `${isBreaking ? '! ' : ''}${text}`;
  return [
    ...models.flatMap(({ id, changes }) => changes.map((change) => `${id} ${line(change)}`)),
    ...operations.map(line),
    ...errors.map(line),
  ];
}

const task = '"properties":{"id":{"type":"string"}}';
const parameter = '{"name":"id","in":"path","required":true,"schema":{"type":"string"}}';

test.each<[string, { given: readonly [from: string, to: string]; want: readonly string[] }]>([
  [
    'a price rises',
    { given: ['"rate":"0.06"', '"rate":"0.08"'], want: ['Price of a picture, `2K`: $0.06 → $0.08'] },
  ],
  [
    'a price comes',
    {
      given: ['{"tier":"2K","rate":"0.06"}', '{"tier":"2K","rate":"0.06"},{"tier":"4K","rate":"0.2"}'],
      want: ['Price of a picture, `4K`: $0.20, new'],
    },
  ],
  ['a value goes', { given: ['"1K","2K",null', '"1K",null'], want: ['! `tier` no longer takes `2K`'] }],
  ['a value comes', { given: ['"1K","2K",null', '"1K","2K","4K",null'], want: ['`tier` takes `4K`'] }],
  [
    'a value replaces another',
    {
      given: ['"1K","2K",null', '"1K","4K",null'],
      want: ['! `tier` no longer takes `2K`', '`tier` takes `4K`'],
    },
  ],
  [
    'null is refused',
    { given: ['["integer","null"]', '"integer"'], want: ['! `n` may no longer be `null`'] },
  ],
  ['a limit is wider', { given: ['"maximum":4', '"maximum":6'], want: ['`n`: highest value 4 → 6'] }],
  [
    'a limit is tighter',
    { given: ['"maxLength":500', '"maxLength":400'], want: ['! `prompt`: most characters 500 → 400'] },
  ],
  [
    'a limit comes',
    {
      given: ['"type":"string","pattern"', '"type":"string","maxLength":90,"pattern"'],
      want: ['! `image_urls[]`: most characters 90, there was no limit'],
    },
  ],
  [
    'a limit goes',
    { given: ['"maxItems":3,', ''], want: ['`image_urls`: most entries no longer limited, it was 3'] },
  ],
  [
    'a pattern changes',
    { given: ['"^https:"', '"^http:"'], want: ['! `image_urls[]`: other conditions (`pattern`)'] },
  ],
  ['a default changes', { given: ['"default":1}', '"default":2}'], want: ['`n`: default 1 → 2'] }],
  [
    'a default comes',
    {
      given: ['"maxLength":500', '"maxLength":500,"default":"A boat"'],
      want: ['`prompt`: default `A boat`, there was none'],
    },
  ],
  [
    'a parameter is required',
    { given: ['["model","prompt"]', '["model","prompt","n"]'], want: ['! `n` is required'] },
  ],
  [
    'a parameter is optional',
    { given: ['["model","prompt"]', '["model"]'], want: ['`prompt` is no longer required'] },
  ],
  [
    'a parameter comes',
    {
      given: [
        '"stream":false',
        '"stream":false,"seed":{"type":"integer","minimum":0,"description":"For the same boat."}',
      ],
      want: ['New parameter `seed` (integer; at least 0). For the same boat'],
    },
  ],
  [
    'a parameter goes',
    {
      given: ['"n":{"type":["integer","null"],"minimum":1,"maximum":4,"default":1},', ''],
      want: ['! Parameter `n` is gone'],
    },
  ],
  [
    'a parameter is refused',
    {
      given: ['"n":{"type":["integer","null"],"minimum":1,"maximum":4,"default":1}', '"n":false'],
      want: ['! `n` is refused'],
    },
  ],
  [
    'a member of a parameter changes',
    {
      given: ['"sails":{"type":"integer"}', '"sails":{"type":"string"}'],
      want: ['! `options.sails`: type integer → string'],
    },
  ],
  ['words change', { given: ['What to draw.', 'The picture.'], want: ['Reworded: `prompt`'] }],
  [
    'a rule comes',
    {
      given: ['"x-validations":[', '"x-validations":[{"id":"none","rule":"false","message":"no boats"},'],
      want: ['! New rule: no boats'],
    },
  ],
  ['a rule changes', { given: ['self.n < 3', 'self.n < 2'], want: ['! Another rule: n is small with `2K`'] }],
  [
    'a rule goes',
    {
      given: ['{"id":"few","rule":"self.n < 3","message":"n is small with `2K`"}', ''],
      want: ['No longer a rule: n is small with `2K`'],
    },
  ],
  [
    'a size changes',
    { given: ['1024x1024', '1000x1000'], want: ['! Sizes: `1K` `1:1` `1024x1024` → `1000x1000`'] },
  ],
  [
    'a file may be larger',
    {
      given: ['"max_bytes":1048576', '"max_bytes":1572864'],
      want: ['Pictures in `image_urls`: largest file 1 MB → 1.5 MB'],
    },
  ],
  [
    'a format goes',
    { given: ['"png","jpeg"', '"png"'], want: ['! Pictures in `image_urls`: formats no longer `jpeg`'] },
  ],
  [
    'a condition of pictures comes',
    {
      given: ['"cases":[]', '"cases":[{"id":"alpha","message":"no alpha channel"}]'],
      want: ['! Pictures in `image_urls`: conditions, also `alpha`: no alpha channel'],
    },
  ],
  ['it takes longer', { given: ['{"1K":8}', '{"1K":9}'], want: ['Results: estimated seconds `1K` 8 → 9'] }],
  [
    'it can do more',
    {
      given: ['["Text to Image"]', '["Text to Image","Vision"]'],
      want: ['Model: capability tags also `Vision`'],
    },
  ],
])('%s', (_name, { given, want }) => {
  expect(tell(first, replaced(...given))).toEqual(want.map((text) => `boat-1 ${text}`));
});

test.each<[string, { given: readonly [from: string, to: string]; want: readonly string[] }]>([
  [
    'a field of an answer comes',
    {
      given: [task, task.replace('{"id"', '{"cost":{"type":"number"},"id"')],
      want: ['`Task.cost`: new field of the response'],
    },
  ],
  [
    'a field of an answer goes',
    { given: [task, '"properties":{}'], want: ['! `Task.id`: field of the response is gone'] },
  ],
  [
    'an operation is elsewhere',
    {
      given: ['/v1/tasks/', '/v2/tasks/'],
      want: ['! `GET /v1/tasks/{id}`: operation is gone', '`GET /v2/tasks/{id}`: new operation'],
    },
  ],
  [
    'a parameter of an operation comes',
    {
      given: [parameter, `${parameter},{"name":"language","in":"query","schema":{"type":"string"}}`],
      want: ['`GET /v1/tasks/{id}`: new parameter `language`'],
    },
  ],
  [
    'an error comes',
    {
      given: ['"errors":{', '"errors":{"too_many":{"status":429,"type":"rate_limit_error"},'],
      want: ['New reason `too_many`: 429 `rate_limit_error`'],
    },
  ],
  [
    'an error goes',
    {
      given: ['"too_large":{"status":413,"type":"invalid_request_error"}', ''],
      want: ['! No longer a reason: `too_large`'],
    },
  ],
  [
    'an error has another status',
    {
      given: ['413', '400'],
      want: ['! `too_large`: 413 `invalid_request_error` → 400 `invalid_request_error`'],
    },
  ],
])('%s', (_name, { given, want }) => {
  expect(tell(first, replaced(...given))).toEqual(want);
});

test('models come, go and stay as they are', () => {
  expect(tell(first, first)).toEqual([]);
  expect(tell(first, withModels({ 'ship-1': boatWith({ description: '`ship-1`: draws ships.' }) }))).toEqual([
    'ship-1 New model: draws ships',
    'boat-1 ! The model is gone',
  ]);
});

test('what breaks is told, even where no sentence is written for it', () => {
  const closed = withModels({ 'boat-1': boatWith({ additionalProperties: false }) });
  expect(tell(first, closed)).toEqual(['boat-1 ! The request: other conditions (`additionalProperties`)']);
  const forms = boatWith({
    properties: { ...Object(first.models['boat-1']?.schema.properties), options: { type: 'object' } },
  });
  expect(tell(first, withModels({ 'boat-1': forms })).filter((line) => line.includes('null'))).toEqual([
    'boat-1 ! `options`: null is no longer allowed',
  ]);
});
