import { expect, test } from 'vitest';
import { writeVerifiedBy } from '../../../scripts/conformance/write-verified-by.ts';

const before = `# What a pot does.

- id: GW-POT-001
  level: MUST # the specification says so
  # cases follow
  verified_by: [pot.old]
  statement: A pot that was filled pours tea.

- id: GW-POT-002
  statement: >-
    A pot pours within
    five minutes.

# made by hand
- id: GW-POT-003
  statement: "A pot is made of cast iron."
  verified_by:
    - pot.melts

- { id: GW-POT-009, untestable: No pot is that old. }
`;

test('sets verified_by and leaves everything else as it is', () => {
  const many = Array.from({ length: 12 }, (_, index) => `pot.case-${index}`);
  const after = writeVerifiedBy(
    before,
    new Map([
      ['GW-POT-001', ['pot.pours', 'pot.steams']],
      ['GW-POT-002', many],
      ['GW-POT-009', ['pot.ages']],
    ]),
  );
  expect(after).toBe(`# What a pot does.

- id: GW-POT-001
  level: MUST # the specification says so
  verified_by: [pot.pours, pot.steams]
  statement: A pot that was filled pours tea.

- id: GW-POT-002
  statement: >-
    A pot pours within
    five minutes.
  verified_by:
    - pot.case-0
    - pot.case-1
    - pot.case-2
    - pot.case-3
    - pot.case-4
    - pot.case-5
    - pot.case-6
    - pot.case-7
    - pot.case-8
    - pot.case-9
    - pot.case-10
    - pot.case-11

# made by hand
- id: GW-POT-003
  statement: "A pot is made of cast iron."

- { id: GW-POT-009, untestable: No pot is that old. }
`);
});

test('changes nothing that is up to date', () => {
  const cases = new Map([
    ['GW-POT-001', ['pot.old']],
    ['GW-POT-003', ['pot.melts']],
  ]);
  expect(writeVerifiedBy(before, cases)).toBe(before);
});
