import { expect, test } from 'vitest';
import { identityIsConsistent, modelsAreUnique } from '../../../scripts/contract/lint/models/identity.ts';
import { defaultsFit } from '../../../scripts/contract/lint/schemas/defaults.ts';
import { modelsFitDialect } from '../../../scripts/contract/lint/schemas/dialect.ts';
import { patternsAreFast } from '../../../scripts/contract/lint/schemas/exponential-patterns.ts';
import { patternsHaveMessages } from '../../../scripts/contract/lint/schemas/pattern-messages.ts';
import { requestSchemasCompile } from '../../../scripts/contract/lint/schemas/schema-compiles.ts';
import {
  filesAreNamedByTitle,
  filesHaveNoIdentifiers,
} from '../../../scripts/contract/lint/schemas/schema-files.ts';
import {
  applyRules,
  BOAT,
  type BrokenCase,
  complaints,
  FAMILY,
  PROMPT,
  readBroken,
} from './broken-contract.ts';

const cases: readonly (readonly [string, BrokenCase])[] = [
  [
    'a misspelled member of the vocabulary',
    {
      rule: modelsFitDialect,
      breaks: [{ file: BOAT, from: '"max": 4,', to: '"most": 4,' }],
      want: [`${BOAT}:119: x-output.images: unknown keyword "most"; did you mean "max"?`],
    },
  ],
  [
    'a rate that is a number',
    {
      rule: modelsFitDialect,
      breaks: [{ file: BOAT, from: '"rate": "0.02"', to: '"rate": 0.02' }],
      want: [`${BOAT}:93: x-prices.rates[1].rate must be a string, not 0.02: write "0.02"`],
    },
  ],
  [
    'an unknown keyword of the vocabulary',
    {
      rule: modelsFitDialect,
      breaks: [{ file: BOAT, from: '"x-prompt"', to: '"x-promt"' }],
      want: [`${BOAT}:111: unknown keyword "x-promt"; did you mean "x-prompt"?`],
    },
  ],
  [
    'a bad size in the family file',
    {
      rule: modelsFitDialect,
      breaks: [{ file: FAMILY, from: '1280x720', to: '1280*720' }],
      want: [`${FAMILY}:8: Boat: x-sizes.table.1K["16:9"] must look like "1024x1024", not "1280*720"`],
    },
  ],
  [
    'a limit that is no number',
    {
      rule: requestSchemasCompile,
      breaks: [{ file: BOAT, from: '"minimum": 1', to: '"minimum": "1"' }],
      want: [`${BOAT}:26: properties.n.minimum is not JSON Schema 2020-12: it must be number`],
    },
  ],
  [
    'an unknown schema keyword in a common part',
    {
      rule: requestSchemasCompile,
      breaks: [{ file: PROMPT, from: '"minLength"', to: '"minimumLength"' }],
      want: [`${PROMPT}:4: Boat: The schema does not compile: strict mode: unknown keyword: "minimumLength"`],
    },
  ],
  [
    'a keyword of another type',
    {
      rule: requestSchemasCompile,
      breaks: [{ file: BOAT, from: '"maximum": 4', to: '"maxLength": 4' }],
      want: [`${BOAT}:27: properties.n.maxLength is for "type": "string", not "integer"`],
    },
  ],
  [
    'defaults that their schema refuses',
    {
      rule: defaultsFit,
      breaks: [
        { file: BOAT, from: '"default": 1,', to: '"default": 5,' },
        { file: BOAT, from: '"default": "1:1"', to: '"default": null' },
      ],
      want: [
        `${BOAT}:15: The default of "size" must be a string, not null.`,
        `${BOAT}:28: The default of "n" must be at most 4, not 5.`,
      ],
    },
  ],
  ...[String.raw`^(\\w+[\\s.]*)+$`, '^(a+)+$', '(x+x+)+y'].map((pattern): readonly [string, BrokenCase] => [
    `the pattern ${pattern}`,
    {
      rule: patternsAreFast,
      breaks: [{ file: PROMPT, from: '"minLength": 1,', to: `"pattern": "${pattern}",` }],
      want: [expect.stringContaining(`${PROMPT}:4: The pattern takes exponential time on many "`)],
    },
  ]),
  ...['(a|a)', String.raw`(\\w|\\d)`, '(?:a|ab|b)', '(a|aa)', '(?:x(?:a|[ab])y)', '(?:(a?|b?)x)'].map(
    (group): readonly [string, BrokenCase] => [
      `the pattern of ${group}`,
      {
        rule: patternsAreFast,
        breaks: [{ file: PROMPT, from: '"minLength": 1,', to: `"pattern": "^${group}+$",` }],
        want: [
          expect.stringContaining(
            `${PROMPT}:4: The pattern takes exponential time: alternatives that are repeated must not match the same text, as those of (`,
          ),
        ],
      },
    ],
  ),
  [
    'a pattern that says nothing in words',
    {
      rule: patternsHaveMessages,
      breaks: [{ file: PROMPT, from: '"minLength": 1,', to: '"pattern": "^A",' }],
      want: [
        `${PROMPT}:4: The pattern needs x-message next to it: what it requires, in words and with an example, such as "must be an http(s) URL, such as https://images.example.com/boat.png".`,
      ],
    },
  ],
  [
    'a title that is not the name of its file',
    {
      rule: filesAreNamedByTitle,
      breaks: [
        { file: BOAT, from: '"title": "Boat"', to: '"title": "Ship"' },
        { file: PROMPT, from: '"title": "BoatPrompt"', to: '"title": "ShipPrompt"' },
      ],
      want: [
        `${PROMPT}:2: Schema title must be "BoatPrompt", like its file and component, not "ShipPrompt".`,
        `${BOAT}:2: Schema title must be "Boat", like its file and component, not "Ship".`,
      ],
    },
  ],
  [
    'an identifier',
    {
      rule: filesHaveNoIdentifiers,
      breaks: [
        { file: BOAT, from: '"title": "Boat",', to: '"title": "Boat",\n  "$id": "boat",' },
        { file: PROMPT, from: '"minLength": 1,', to: '"$defs": {},' },
      ],
      want: [
        `${PROMPT}:4: "$defs" is not allowed here: put the schema in a file of schemas/common and $ref it.`,
        `${BOAT}:3: "$id" is not allowed here: put the schema in a file of schemas/common and $ref it.`,
      ],
    },
  ],
  [
    'spellings that the schema does not take',
    {
      rule: identityIsConsistent,
      breaks: [{ file: BOAT, from: '"enum": ["boat-1", "boat-1.0"]', to: '"enum": ["boat-1"]' }],
      want: [`${BOAT}:9: The enum of "model" must be the spellings ["boat-1","boat-1.0"], not ["boat-1"].`],
    },
  ],
  [
    'an id that is not the first spelling',
    {
      rule: identityIsConsistent,
      breaks: [{ file: BOAT, from: '"id": "boat-1"', to: '"id": "boat-1.0"' }],
      want: [`${BOAT}:57: The first spelling must be the id "boat-1.0", not "boat-1".`],
    },
  ],
  [
    'an endpoint that is not among the endpoints',
    {
      rule: identityIsConsistent,
      breaks: [
        { file: BOAT, from: '"endpoints": ["/v1/images/generations"]', to: '"endpoints": ["/v1/boats"]' },
      ],
      want: [`${BOAT}:64: The endpoint "/v1/images/generations" is not among the endpoints ["/v1/boats"].`],
    },
  ],
  [
    'a tag of another category',
    {
      rule: identityIsConsistent,
      breaks: [{ file: BOAT, from: '["Text to Image"]', to: '["Text to Image", "Omni"]' }],
      want: [
        `${BOAT}:61: The tag "Omni" does not belong to category "image", which has Text to Image, Image to Image.`,
      ],
    },
  ],
  [
    'a provenance of a member that x-model does not have',
    {
      rule: identityIsConsistent,
      breaks: [{ file: BOAT, from: '"method": { "spec"', to: '"verb": { "spec"' }],
      want: [`${BOAT}:76: x-model has no member "verb" to give a provenance for.`],
    },
  ],
];

test.each(cases)('finds %s', async (_name, broken) => {
  expect(await complaints(broken)).toEqual(broken.want);
});

test('finds two models with one title and one spelling', async () => {
  const subject = await readBroken([]);
  const [boat] = subject.models;
  if (!boat) throw new Error('the fixture has no model');
  const twin = { ...boat, file: 'schemas/models/Copy.json', spellings: ['copy-1', 'boat-1.0'] };
  const problems = applyRules({ ...subject, models: [boat, twin] }, [modelsAreUnique]);
  expect(problems).toEqual([
    {
      file: 'schemas/models/Copy.json',
      line: 2,
      column: 3,
      message: `The title "Boat" is taken by ${BOAT}: choose another.`,
    },
    {
      file: 'schemas/models/Copy.json',
      line: 57,
      column: 29,
      message: `The spelling "boat-1.0" is taken by ${BOAT}: choose another.`,
    },
  ]);
});
