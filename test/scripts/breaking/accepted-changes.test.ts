import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ACCEPTED_FILE, readAccepted, withoutAccepted } from '../../../scripts/breaking/accepted-changes.ts';

test('what is accepted for one place of one file stays a break elsewhere', () => {
  const break_ = (file: string, pointer: string) => ({ file, pointer, what: 'is gone', advice: '' });
  const changes = [break_('a.json', '/n'), break_('b.json', '/n'), break_('a.json', '/n/minimum')];
  const accepted = [{ file: 'a.json', pointer: '/n', decision: 'docs/decisions/0001-n.md' }];
  expect(withoutAccepted(changes, accepted)).toEqual(changes.slice(1));
});

async function makeRoot(accepted: string | undefined): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'gatewright-accepted-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const folder of ['openapi', 'docs/decisions']) await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'docs/decisions/0001-n.md'), '# N\n');
  if (accepted !== undefined) await writeFile(join(root, ACCEPTED_FILE), accepted);
  return root;
}

const accept = (decision: string) => `accepted:\n  - { file: a.json, pointer: /n${decision} }\n`;

test('an accepted change names a decision that is recorded', async () => {
  expect(await readAccepted(await makeRoot(undefined))).toEqual([]);
  const recorded = await makeRoot(accept(', decision: docs/decisions/0001-n.md'));
  expect(await readAccepted(recorded)).toEqual([
    { file: 'a.json', pointer: '/n', decision: 'docs/decisions/0001-n.md' },
  ]);
  for (const decision of ['', ', decision: docs/decisions/0002-n.md'])
    await expect(readAccepted(await makeRoot(accept(decision)))).rejects.toThrow(
      `${ACCEPTED_FILE}: a.json /n names no decision record: write one in docs/decisions/.`,
    );
});
