import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAbout, readKnownFailing } from '../../src/conformance/selection/known-failing.ts';
import type { Suite } from '../../src/conformance/suite/suite.ts';

// The parts that are read.
const suite = {
  requirements: new Map([['GW-VID-027', {}]]),
  cases: [{ id: 'video.resolution' }],
} as unknown as Suite;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-failing-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const file = join(folder, 'known.yaml');
  await writeFile(file, text);
  return readKnownFailing(file, suite).catch((error: Error) => error.message.replace(file, 'known.yaml'));
}

test('an entry names a requirement, a case, or a requirement in one case', async () => {
  const all = `- { requirement: GW-VID-027, reason: being fixed }
- { case: video.resolution, reason: being fixed }
- { requirement: GW-VID-027, case: video.resolution/1080p, reason: being fixed }
`;
  expect(await read(all)).toEqual([
    { requirement: 'GW-VID-027', reason: 'being fixed' },
    { case: 'video.resolution', reason: 'being fixed' },
    { requirement: 'GW-VID-027', case: 'video.resolution/1080p', reason: 'being fixed' },
  ]);
  expect(await read('')).toEqual([]);
});

test.each([
  ['requirement: GW-VID-027', 'known.yaml: must be a list of {requirement or case, reason}.'],
  ['- { reason: later }', 'known.yaml, entry 1: must name a requirement or a case.'],
  ['- { case: video.resolution }', 'known.yaml, entry 1: must give a reason.'],
  ['- { case: video.resolution, reason: " " }', 'known.yaml, entry 1: must give a reason.'],
  [
    '- { case: video.resolution, reason: later }\n- { case: video.size, reason: later }',
    'known.yaml, entry 2: there is no case video.size.',
  ],
  [
    '- { requirement: GW-VID-999, reason: later }',
    'known.yaml, entry 1: there is no requirement GW-VID-999.',
  ],
  [
    '- { case: video.resolution, reason: later, until: 2027 }',
    'known.yaml, entry 1: has an unknown member until; allowed are requirement, case, reason.',
  ],
])('refuses %s', async (text, message) => {
  expect(await read(text)).toBe(message);
});

test.each([
  ['video.resolution', 'video.resolution', true],
  ['video.resolution', 'video.resolution/1080p', true],
  ['video.resolution/1080p', 'video.resolution/720p', false],
  ['video.resolution', 'video.resolution-accepted', false],
])('an entry of the case %s covers %s: %s', (entry, id, isCovered) => {
  const check = { requirement: 'GW-VID-027', outcome: 'failed', expected: '' } as const;
  expect(isAbout({ case: entry, reason: 'later' }, id, check)).toBe(isCovered);
  expect(isAbout({ case: entry, requirement: 'GW-VID-001', reason: 'later' }, id, check)).toBe(false);
});
