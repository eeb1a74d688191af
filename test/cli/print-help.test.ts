import { expect, test } from 'vitest';
import { fitHelp } from '../../src/cli/print-help.ts';

const HELP = `gatewright boat [options]
gatewright boat --list

Builds a boat of paper, of wood or of anything else that is there, and puts
it into the water.
Environment: NO_COLOR=1 disables colours.

  gatewright boat --sail "a large one, of linen, with stripes in red and white" --oar 2

  --sail TEXT  the sail, which may be of any colour, and is not
               needed where there is no wind
  --oar N      oars
    --crew A,B   those who row
  --allow-private-harbours
               also where nobody else may go, whatever the weather is

Exit code: 0 afloat, 1 sunk.
`;

test('help is fitted to a terminal: descriptions continue below their beginning, commands stay on a line', () => {
  expect(fitHelp(HELP, 60)).toBe(`gatewright boat [options]
gatewright boat --list

Builds a boat of paper, of wood or of anything else that is
there, and puts it into the water.
Environment: NO_COLOR=1 disables colours.

  gatewright boat --sail "a large one, of linen, with stripes in red and white" --oar 2

  --sail TEXT  the sail, which may be of any colour, and is
               not needed where there is no wind
  --oar N      oars
    --crew A,B   those who row
  --allow-private-harbours
               also where nobody else may go, whatever the
               weather is

Exit code: 0 afloat, 1 sunk.
`);
});

test.each([
  [20, 60],
  [300, 120],
])('with %i columns, lines have at most %i', (columns, most) => {
  const text = `  --a  ${'word '.repeat(60)}end`;
  const lengths = fitHelp(text, columns)
    .split('\n')
    .map((line) => line.length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
  expect(Math.max(...lengths)).toBeGreaterThan(most - 5);
});

test('without a terminal help is left alone', () => {
  expect(fitHelp(HELP, undefined)).toBe(HELP);
});
