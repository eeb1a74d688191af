import { expect, test } from 'vitest';
import { withoutAccepted } from '../../../scripts/breaking/accepted-changes.ts';

test('what is accepted for one place of one file stays a break elsewhere', () => {
  const break_ = (file: string, pointer: string) => ({ file, pointer, what: 'is gone', advice: '' });
  const changes = [break_('a.json', '/n'), break_('b.json', '/n'), break_('a.json', '/n/minimum')];
  const accepted = [{ file: 'a.json', pointer: '/n', decision: 'docs/decisions/0001-n.md' }];
  expect(withoutAccepted(changes, accepted)).toEqual(changes.slice(1));
});
