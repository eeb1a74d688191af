import { expect, test } from 'vitest';
import { splitSpecification } from '../../../scripts/conformance/split-specification.ts';

const specification = `# Widgets

Conventions:
- Paths are relative. Bodies are JSON (see \`a. B\`. Really).
- An item that goes on
  in a second line. It ends here.

## 1. What it does

1. It makes widgets (about 5. 6 at most). Each costs 0.5.  \`id\` names it.

### 1.1 Widget

Fields:

| Field | Meaning |
|---|:---:|
| id | its   name. Unique. |
| size | \`1.5 x 2\` |

## Remarks

This heading has no number.
`;

test('splits into sentences, sentences of list items and data rows', () => {
  const units = splitSpecification(specification);
  expect(units.map(({ section, ordinal, text }) => `${section}/${ordinal} ${text}`)).toEqual([
    '0/1 Conventions:',
    '0/2 Paths are relative.',
    '0/3 Bodies are JSON (see `a. B`. Really).',
    '0/4 An item that goes on in a second line.',
    '0/5 It ends here.',
    '1/1 It makes widgets (about 5. 6 at most).',
    '1/2 Each costs 0.5.',
    '1/3 `id` names it.',
    '1.1/1 Fields:',
    '1.1/2 | id | its name. Unique. |',
    '1.1/3 | size | `1.5 x 2` |',
    '1.1/4 This heading has no number.',
  ]);
});

test('digests are the first twelve hexadecimal digits of the SHA-256 of the text', () => {
  const [first] = splitSpecification('Paths  are\nrelative.');
  // printf 'Paths are relative.' | sha256sum
  expect(first).toEqual({ section: '0', ordinal: 1, text: 'Paths are relative.', digest: '3b3cd028e0d3' });
});
