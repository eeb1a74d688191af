import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readModels } from '../../scripts/contract/models/read-models.ts';
import { takePicture } from '../../scripts/docs/models/pictures.ts';
import type { SiteMock } from '../../scripts/docs/site.ts';
import { toSiteMock } from '../../src/cli/docs/site-mock.ts';
import { type StartedMock, startMock } from '../../src/node/programs/start-mock.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47];
let started: StartedMock;
let mock: SiteMock;

beforeAll(async () => {
  started = await startMock({ isFrozen: true });
  mock = toSiteMock(started);
});

afterAll(() => started.close());

test('the picture of a model is taken when its task ends, before a short-lived link expires', async () => {
  const models = await readModels(fileURLToPath(new URL('../..', import.meta.url)));
  const model = models.find(({ id }) => id === 'qx-image-3.0');
  if (!model) throw new Error('the contract has the model');
  const waits: number[] = [];
  const wait = (seconds: number) => {
    waits.push(seconds);
    return mock.wait(seconds);
  };
  const { files } = await takePicture(model, { ...mock, wait });
  expect(waits.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThan(60);
  expect([...Buffer.from(files[0]?.bytes ?? '').subarray(0, 4)]).toEqual(PNG);
});

test('what is no file is not taken for a picture', async () => {
  await expect(mock.download(`${mock.baseUrl}/files/task_0/0.png`)).rejects.toThrow(
    /cannot be downloaded: .*404/,
  );
});
