import type { ModelMistake } from './model-mistakes.ts';

const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

const unusable = (name: string) =>
  `"${name}" cannot be used as a name, because every JavaScript object has a member of that name: choose another`;

/** Names that every JavaScript object has, and names in a wrong place. */
export const nameMistakes: readonly (readonly [string, ModelMistake])[] = [
  ...names.flatMap((name): readonly (readonly [string, ModelMistake])[] => [
    [
      `a field ${name}`,
      {
        from: '"properties": {',
        to: `"properties": {\n    "${name}": { "type": "string", "description": "A field." },`,
        want: [`15:5: ${unusable(name)}`],
      },
    ],
    [
      `a forbidden field ${name}`,
      {
        from: '"properties": {',
        to: `"properties": {\n    "${name}": false,`,
        want: [`15:5: ${unusable(name)}`],
      },
    ],
    [
      `a member ${name} of a field`,
      {
        from: '"properties": {',
        to: `"properties": {\n    "request": { "type": "object", "description": "d", "properties": { "${name}": { "type": "string" } } },`,
        want: [`15:72: ${unusable(name)}`],
      },
    ],
    [`a tier ${name}`, { from: '"1K": {', to: `"${name}": {`, want: [`21:7: ${unusable(name)}`] }],
    [
      `a required field ${name}`,
      {
        from: '"required": ["prompt"]',
        to: `"required": ["prompt", "${name}"]`,
        want: [`13:26: "${name}" is not a field of the request: correct the name or add the property.`],
      },
    ],
    [
      `an example that sends ${name}`,
      { from: '{ "prompt": "A paper boat" } }]', to: `{ "prompt": "A boat", "${name}": "x" } }]`, want: [] },
    ],
  ]),
  [
    'an id that every object has',
    { from: '"id": "paper-1.0"', to: '"id": "valueOf"', want: [`6:5: ${unusable('valueOf')}`] },
  ],
  [
    'a keyword among the fields',
    {
      from: '"properties": {',
      to: '"properties": {\n    "x-media": { "type": "object", "description": "d" },',
      want: ['15:5: "x-media" is not a field: it belongs at the top of the file, next to "properties"'],
    },
  ],
];
