import { expect, test } from 'vitest';
import { changesPage } from '../../../scripts/docs/history/changes-page.ts';
import { describeHistory } from '../../../scripts/docs/history/model-history.ts';
import { boatWith, first, replaced, withModels } from './contract-versions.ts';

const NO_IDS: ReadonlySet<string> = new Set();
const second = replaced('"boat-1":{"schema_version":"2026-11-01"', '"boat-1":{"schema_version":"2026-12-24"');
const dearer = replaced('"rate":"0.06"', '"rate":"0.08"', second);
const present = replaced('"maximum":4', '"maximum":3', { ...dearer, version: '', date: '' });

test('the page of changes has those of each version, the latest first, and what is not released', () => {
  const { text, path } = changesPage({ history: { released: [first, dearer], present }, ownIds: NO_IDS });
  expect(path).toBe('contract-changes.md');
  expect(
    text
      .slice(text.indexOf('## Not'))
      .replaceAll(/\n{2,}/g, '\n\n')
      .trim(),
  ).toBe(`## Not released yet

### boat-1

[Page of the model](./models/boat-1.md), \`schema_version\` \`2026-12-24\`

- **Breaking:** \`n\`: highest value 4 → 3.

## 0.2.0

Released on 2027-01-01.

### boat-1

[Page of the model](./models/boat-1.md), \`schema_version\` \`2026-11-01\` → \`2026-12-24\`

- Price of a picture, \`2K\`: $0.06 → $0.08.

## 0.1.0

Released on 2026-12-01.

The first version:

| Model | Schema version |
| --- | --- |
| [\`boat-1\`](./models/boat-1.md) | \`2026-11-01\` |

Operations: 1. Error reasons: 1.`);
});

test('before the first release there is nothing to compare with', () => {
  const { text } = changesPage({ history: { released: [], present: first }, ownIds: NO_IDS });
  expect(text).toContain(
    'No version of the contract has been released, so there is nothing to compare with.',
  );
  expect(text).toContain('| [`boat-1`](./models/boat-1.md) | `2026-11-01` |');
  expect(
    describeHistory({ id: 'boat-1' }, { history: { released: [], present: first }, ownIds: NO_IDS }),
  ).toContain('- **`2026-11-01`**, not released yet: changes will be listed here from the first release on');
});

test('nothing changed since a release, and a model that is gone has no page', () => {
  const same = changesPage({ history: { released: [first], present: first }, ownIds: NO_IDS });
  expect(same.text).toContain('Nothing has changed since 0.1.0.');
  const ships = withModels({ 'ship-1': boatWith({ description: '`ship-1`: draws ships.' }) });
  const { text } = changesPage({ history: { released: [first, ships], present: ships }, ownIds: NO_IDS });
  expect(text).toContain('### boat-1\n\n`schema_version` `2026-11-01`\n\n- **Breaking:** The model is gone.');
});

test('the page of a model has its dates, and what changed with each', () => {
  const history = { released: [first, dearer], present };
  const text = describeHistory({ id: 'boat-1' }, { history, ownIds: NO_IDS });
  expect(text.split('\n').filter((line) => /^ *- /.test(line))).toEqual([
    '- **`2026-12-24`**, not released yet:',
    '  - **Breaking:** `n`: highest value 4 → 3.',
    '- **`2026-12-24`**, released with gatewright 0.2.0 on 2027-01-01:',
    '  - Price of a picture, `2K`: $0.06 → $0.08.',
    '- **`2026-11-01`**, released with gatewright 0.1.0 on 2026-12-01: the first version of the model',
  ]);
});

test('a model of a user has its present date only, and the page of changes the released versions', () => {
  const parts = { history: { released: [first], present }, ownIds: new Set(['boat-1']) };
  expect(describeHistory({ id: 'boat-1' }, parts)).toBe('- **`2026-12-24`** (current)');
  expect(changesPage(parts).text).not.toContain('Not released yet');
});
