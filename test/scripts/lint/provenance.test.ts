import { expect, test } from 'vitest';
import { forbiddenNamesAreFalse } from '../../../scripts/contract/lint/models/forbidden.ts';
import { identityIsConsistent } from '../../../scripts/contract/lint/models/identity.ts';
import {
  schemasHaveProvenance,
  sectionsExist,
  vocabularyHasProvenance,
} from '../../../scripts/contract/lint/policies/provenance.ts';
import { modelsFitDialect } from '../../../scripts/contract/lint/schemas/dialect.ts';
import { BOAT, type BrokenCase, complaints, ERRORS, FAMILY, POLICIES, PROMPT } from './broken-contract.ts';

const MISSING = 'x-provenance is missing: add {spec: "<section>"} or {choice: "<reason>"}.';

const cases: readonly (readonly [string, BrokenCase])[] = [
  [
    'a file that says nothing for all of it, once',
    {
      rule: schemasHaveProvenance,
      breaks: [
        {
          file: BOAT,
          from: '"additionalProperties": true,\n  "x-provenance": { "spec": "4.4" },',
          to: '"additionalProperties": true,',
        },
      ],
      want: [`${BOAT}:1: ${MISSING}`],
    },
  ],
  [
    'a provenance of another form below a right one',
    {
      rule: schemasHaveProvenance,
      breaks: [
        { file: BOAT, from: '{ "choice": "A nested number for the tests." }', to: '{ "choice": "" }' },
      ],
      want: [`${BOAT}:42: Property "max": x-provenance.choice must be a non-empty string.`],
    },
  ],
  [
    'a family keyword without provenance in a file that says nothing for all of it',
    {
      rule: vocabularyHasProvenance,
      breaks: [
        { file: FAMILY, from: '"path": "/n",\n      "provenance": { "spec": "4.4" }', to: '"path": "/n"' },
      ],
      want: [
        `${FAMILY}:22: x-validations[0]: ${MISSING.replace('x-', '')} "x-provenance" at the top of the file holds for all of it.`,
      ],
    },
  ],
  [
    'a common part without provenance',
    {
      rule: schemasHaveProvenance,
      breaks: [
        { file: PROMPT, from: '"minLength": 1,\n  "x-provenance": { "spec": "4.4" }', to: '"minLength": 1' },
      ],
      want: [`${PROMPT}:1: ${MISSING}`],
    },
  ],
  [
    'a field that may be anything',
    {
      rule: schemasHaveProvenance,
      breaks: [{ file: BOAT, from: '"stream": false', to: '"stream": true' }],
      want: [
        `${BOAT}:50: Property "stream" is true, which says nothing about its values: write a schema, such as { "type": "integer", "minimum": 1, "description": "..." }.`,
      ],
    },
  ],
  [
    'a forbidden field without a reason',
    {
      rule: schemasHaveProvenance,
      breaks: [{ file: BOAT, from: '"x-forbidden": {\n    "stream"', to: '"x-forbidden": {\n    "size"' }],
      want: [
        `${BOAT}:50: Property "stream" is false: say why, "x-forbidden": { "stream": { "message": "..." } }.`,
      ],
    },
  ],
  [
    'a reason for a field that is not forbidden',
    {
      rule: forbiddenNamesAreFalse,
      breaks: [{ file: BOAT, from: '"stream": false', to: '"stream": { "type": "boolean" }' }],
      want: [
        `${BOAT}:84: x-forbidden explains "stream", which is not a false property: set it to false or remove the entry.`,
      ],
    },
  ],
  [
    'sections that do not exist',
    {
      rule: sectionsExist,
      breaks: [
        { file: BOAT, from: '"category": { "spec": "2.1" }', to: '"category": { "spec": "2.8" }' },
        {
          file: FAMILY,
          from: '"path": "/n",\n      "provenance": { "spec": "4.4" }',
          to: '"path": "/n",\n      "provenance": { "spec": "4.4.9" }',
        },
        { file: POLICIES, from: 'spec: "6"', to: 'spec: "10"' },
        { file: ERRORS, from: 'spec: "2.5"', to: 'spec: "2.5.1"' },
      ],
      want: [
        `${ERRORS}:12: The specification has no section "2.5.1".`,
        `${POLICIES}:9: The specification has no section "10": it has 1, 2, 3, 4, 5, 6, 7, 8, 9.`,
        `${FAMILY}:27: The specification has no section "4.4.9": 4.4 has 4.4.1, 4.4.2, 4.4.3.`,
        `${BOAT}:73: The specification has no section "2.8": 2 has 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7.`,
      ],
    },
  ],
];

test.each(cases)('finds %s', async (_name, broken) => {
  expect(await complaints(broken)).toEqual(broken.want);
});

test.each([
  [
    'a nested property',
    BOAT,
    '"type": "integer",\n          "x-provenance": { "choice": "A nested number for the tests." }',
    '"type": "integer"',
  ],
  ['items', BOAT, '"type": "string",\n        "x-provenance": { "spec": "4.4" }', '"type": "string"'],
  [
    'a rule',
    BOAT,
    '"path": "/options/max",\n      "provenance": { "spec": "4.4" }',
    '"path": "/options/max"',
  ],
  ['a member of x-model', BOAT, '      "method": { "spec": "4.4" },\n', ''],
])('accepts %s that inherits the provenance of its file', async (_name, file, from, to) => {
  const breaks = [{ file, from, to }];
  for (const rule of [schemasHaveProvenance, vocabularyHasProvenance, identityIsConsistent, modelsFitDialect])
    expect(await complaints({ rule, breaks })).toEqual([]);
});

test.each([
  [
    'an item schema that states nothing',
    '"items": {\n        "type": "string",\n        "x-provenance": { "spec": "4.4" }\n      }',
    '"items": {}',
  ],
  [
    'a branch of a property',
    '"type": "integer",\n      "minimum": 1,\n      "maximum": 4,',
    '"oneOf": [{ "type": "integer" }, { "type": "array", "items": { "type": "integer" } }],',
  ],
  ['a condition', '"x-family"', '"if": { "properties": { "n": { "const": 2 } } },\n  "x-family"'],
])('requires no provenance of %s', async (_name, from, to) => {
  expect(await complaints({ rule: schemasHaveProvenance, breaks: [{ file: BOAT, from, to }] })).toEqual([]);
});
