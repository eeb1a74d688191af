import { expect, test } from 'vitest';
import { examplesProveRules } from '../../../scripts/contract/lint/expressions/examples.ts';
import { BOAT, type BrokenCase, complaints, FAMILY, PROMPT } from './broken-contract.ts';

const rule = examplesProveRules;

const cases: readonly (readonly [string, BrokenCase])[] = [
  [
    'a valid example that breaks the schema',
    {
      rule,
      breaks: [{ file: BOAT, from: '"n": 2, "options": { "max": 2 }', to: '"n": 5' }],
      want: [
        `${BOAT}:137: Valid example "own example" breaks maximum at "/n" (it must be at most 4, not 5).`,
      ],
    },
  ],
  [
    'a valid example that breaks a pattern, in the words of the model',
    {
      rule,
      breaks: [
        {
          file: PROMPT,
          from: '"minLength": 1,',
          to: '"pattern": "^[^a]", "x-message": "must not begin with a",',
        },
        { file: BOAT, from: '"prompt": "A boat", "n": 2', to: '"prompt": "a boat", "n": 2' },
      ],
      want: [
        `${BOAT}:137: Valid example "own example" breaks pattern at "/prompt" (it must not begin with a).`,
      ],
    },
  ],
  [
    'a valid example that breaks a rule',
    {
      rule,
      breaks: [
        { file: BOAT, from: '"n": 2, "options": { "max": 2 }', to: '"n": 2, "options": { "max": 3 }' },
      ],
      want: [`${BOAT}:137: Valid example "own example" breaks group_fits.`],
    },
  ],
  [
    'an invalid example that breaks another keyword',
    {
      rule,
      breaks: [{ file: FAMILY, from: '"breaks": "required"', to: '"breaks": "minLength"' }],
      want: [
        `${FAMILY}:33: Boat: Invalid example "no prompt" does not break minLength at "/prompt" but required at "/prompt".`,
      ],
    },
  ],
  [
    'an invalid example at another path',
    {
      rule,
      breaks: [{ file: BOAT, from: '"path": "/stream"', to: '"path": "/n"' }],
      want: [
        `${BOAT}:145: Invalid example "stream" does not break forbidden at "/n" but forbidden at "/stream".`,
      ],
    },
  ],
  [
    'an invalid example of a rule that breaks nothing',
    {
      rule,
      breaks: [{ file: FAMILY, from: '"n": 4, "image_urls"', to: '"n": 3, "image_urls"' }],
      want: [
        `${FAMILY}:39: Boat: Invalid example "one reference too many" must break the rule references_fit alone; it breaks nothing.`,
      ],
    },
  ],
  [
    'an invalid example of a rule that does not fit the schema',
    {
      rule,
      breaks: [{ file: FAMILY, from: '"n": 4, "image_urls"', to: '"n": 5, "image_urls"' }],
      want: [
        `${FAMILY}:39: Boat: Invalid example "one reference too many" is for rule references_fit and must fit the schema; it breaks maximum at "/n".`,
      ],
    },
  ],
  [
    'an invalid example that breaks two rules',
    {
      rule,
      breaks: [
        { file: FAMILY, from: '"n": 4, "image_urls"', to: '"options": { "max": 5 }, "n": 4, "image_urls"' },
      ],
      want: [
        `${FAMILY}:39: Boat: Invalid example "one reference too many" must break the rule references_fit alone; it breaks references_fit, group_fits.`,
      ],
    },
  ],
  [
    'an invalid example whose path is not that of its rule',
    {
      rule,
      breaks: [
        {
          file: BOAT,
          from: '"breaks": "group_fits",\n        "path": "/options/max"',
          to: '"breaks": "group_fits",\n        "path": "/options"',
        },
      ],
      want: [
        `${BOAT}:139: Invalid example "group too large" has path "/options"; rule group_fits reports "/options/max".`,
      ],
    },
  ],
  [
    'a model without a valid example',
    {
      rule,
      breaks: [
        { file: BOAT, from: '"valid"', to: '"good"' },
        { file: FAMILY, from: '"valid"', to: '"good"' },
      ],
      want: [`${BOAT}:136: Boat has no valid example.`],
    },
  ],
  [
    'a rule without an example',
    {
      rule,
      breaks: [{ file: BOAT, from: '"breaks": "group_fits"', to: '"breaks": "size_area"' }],
      want: [
        `${BOAT}:129: Rule "group_fits" has no invalid example that breaks it; write for example { "name": "...", "breaks": "group_fits", "request": { ... } }.`,
      ],
    },
  ],
  [
    'a rule id that the family has already',
    {
      rule,
      breaks: [{ file: BOAT, from: '"id": "group_fits"', to: '"id": "references_fit"' }],
      want: [`${BOAT}:129: Rule id "references_fit" is used twice.`],
    },
  ],
  [
    'a rule id that the family has already, with its example',
    {
      rule,
      breaks: [
        { file: BOAT, from: '"id": "group_fits"', to: '"id": "references_fit"' },
        { file: BOAT, from: '"breaks": "group_fits"', to: '"breaks": "references_fit"' },
      ],
      want: [`${BOAT}:129: Rule id "references_fit" is used twice.`],
    },
  ],
  [
    'a prompt that cannot have too many tokens',
    {
      rule,
      breaks: [
        { file: BOAT, from: '"field": "prompt",', to: '"field": "prompt", "max_tokens": 6,' },
        { file: BOAT, from: '"breaks": "forbidden"', to: '"breaks": "prompt_tokens"' },
      ],
      want: [
        `${BOAT}:145: Invalid example "stream" does not break prompt_tokens: its prompt has 6 bytes, which are at most as many tokens, and max_tokens is 6.`,
      ],
    },
  ],
  [
    'a prompt whose tokens have no limit',
    {
      rule,
      breaks: [{ file: BOAT, from: '"breaks": "forbidden"', to: '"breaks": "prompt_tokens"' }],
      want: [
        `${BOAT}:145: Invalid example "stream" does not break prompt_tokens: x-prompt has no max_tokens.`,
      ],
    },
  ],
];

test.each(cases)('finds %s', async (_name, broken) => {
  expect(await complaints(broken)).toEqual(broken.want);
});
