import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { features } from './expectations.ts';
import { type Played, playScenario } from './play-scenario.ts';

const HERE = join(import.meta.dirname, 'typescript');

describe('the typed client, as an SDK', () => {
  let played: Played;

  beforeAll(async () => {
    played = await playScenario('typescript', [process.execPath, join(HERE, 'scenario.ts')], HERE);
  }, 300_000);

  test('has no step that fails', () => expect(played.faults).toEqual({}));

  test.each(Object.entries(features))('%s', (_, check) => check(played));
});
