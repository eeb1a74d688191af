import { describe, expect, test } from 'vitest';
import { nodeDigest } from '../../../src/adapters/platform/node-digest.ts';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../src/adapters/store/sqlite/sqlite-store.ts';
import { fourQuarters } from '../../support/four-quarters.ts';
import { temporaryFolder } from '../../support/open-store.ts';
import { openWire, textAt } from '../../support/open-wire.ts';
import { createPostgresDatabase, hasPostgres } from '../../support/postgres.ts';
import { shells } from '../../support/shells.ts';
import { framesOf, hasDecoder, meanColour } from '../../support/video-frames.ts';

const [shell] = shells;
const GREEN = { left: 0.6, top: 0.1, width: 0.3, height: 0.3 };

/** Submits before a restart, finishes after it, and reads the clip after another one; by then no address can be fetched. */
async function expectSurvival(open: () => Promise<DurableStore>): Promise<void> {
  const picture = await fourQuarters(800, 450, 'jpeg');
  const fetcher = {
    fetch: async () => ({ kind: 'fetched', bytes: picture.slice(), declaredType: undefined }) as const,
  };
  const gone = { fetch: async () => ({ kind: 'unreachable', reason: 'it is gone' }) as const };
  const inTurn = async <Result>(
    ports: object,
    work: (wire: Awaited<ReturnType<typeof openWire>>) => Promise<Result>,
    startAt: number,
  ) => {
    const store = await open();
    try {
      await using wire = await openWire(shell, { startAt, ports: { store, ...ports } });
      return await work(wire);
    } finally {
      await store.close();
    }
  };
  const store = await open();
  const [digest, at] = [nodeDigest.sha256('sk-alpha'), Date.UTC(2026, 0, 1)];
  await store.saveKey({ digest, accountId: 'alpha', models: undefined, group: 'default', groupRatio: '1' });
  await store.deposit('alpha', 10_000_000_000n, at);
  await store.close();

  const body = {
    model: 'vxq3',
    prompt: 'It moves',
    image_urls: ['https://pictures.example/1'],
    duration: 3,
    resolution: '540p',
  };
  const id = await inTurn({ fetcher }, (wire) => wire.submit(body), at);
  const url = await inTurn(
    { fetcher: gone },
    async (wire) => new URL(textAt(await wire.task(id), 'result', 'videos', 0, 'url', 0)).pathname,
    at + 3_600_000,
  );
  const clip = await inTurn(
    { fetcher: gone },
    async (wire) => (await wire.get(url, { key: null })).bytes,
    at + 7_200_000,
  );
  const [first] = await framesOf(clip, [0]);
  const [red, green, blue] = first ? meanColour(first, GREEN) : [0, 0, 0];
  expect([Math.abs(red - 40) < 16, Math.abs(green - 160) < 16, Math.abs(blue - 60) < 16]).toEqual([
    true,
    true,
    true,
  ]);
}

describe.skipIf(!hasDecoder)('the picture that a clip begins with', () => {
  test('still exists after SQLite is reopened', async () => {
    const folder = temporaryFolder();
    await expectSurvival(() => openSqliteStore({ folder, schedule: () => {} }));
  });

  test.skipIf(!hasPostgres)('still exists after PostgreSQL is reopened', async () => {
    const connectionString = await createPostgresDatabase();
    await expectSurvival(() => openPostgresStore({ connectionString, schedule: () => {} }));
  });
});
