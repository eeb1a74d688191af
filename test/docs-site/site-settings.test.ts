import { expect, test } from 'vitest';
import { toSpecifier } from '../../scripts/docs/build/site-settings.ts';

test('the theme is found in a folder with spaces in its name', () => {
  expect(toSpecifier('/home/Ada L/100%/theme.ts')).toBe('/home/Ada L/100%/theme.ts');
});
