import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../adapters/media/reference-server.ts';
import { childrenOf, isRunning } from '../support/child-processes.ts';
import { fourQuarters } from '../support/four-quarters.ts';
import { until } from '../support/until.ts';
import { call } from './client.ts';
import { runForData, type Service, startService, temporaryFolder } from './service.ts';

interface CreatedKey {
  readonly key: string;
}

/** A service whose decoder hangs, while a clip waits for it. */
async function startStuck(service: Service, key: string) {
  const picture = await fourQuarters(640, 480, 'jpeg');
  const requested = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pictures = await startServer((_request, response) => {
    response.end(picture);
    response.once('close', () => requested.shift()?.resolve());
  });
  onTestFinished(() => pictures[Symbol.asyncDispose]());
  const body = {
    model: 'vxq3',
    prompt: 'The camera moves',
    duration: 3,
    image_urls: [`${pictures.origin}/a.jpeg`],
  };
  const submit = () => call(`${service.baseUrl}/v1/videos/generations`, { key, body });
  expect((await submit()).status).toBe(200);
  const [decoder = Number.NaN] = childrenOf(Number(service.child.pid));
  process.kill(decoder, 'SIGSTOP');
  onTestFinished(() => {
    if (isRunning(decoder)) process.kill(decoder, 'SIGKILL');
  });
  const second = requested[0];
  const stuck = submit().then(
    ({ status }) => status,
    () => 'connection ended',
  );
  await second?.promise;
  return { decoder, stuck };
}

test.skipIf(process.platform !== 'linux')(
  'a stopping service answers the clip whose decoder hangs, and ends',
  async () => {
    using temporary = temporaryFolder();
    const { key } = await runForData<CreatedKey>(temporary.place, 'keys', 'create', '--credit', '5');
    await using service = await startService(
      temporary.place,
      '--drain-delay',
      '0',
      '--allow-private-addresses',
    );
    const { decoder, stuck } = await startStuck(service, key);
    service.child.kill('SIGTERM');
    expect(await stuck).toBe(200);
    expect(await service.exit()).toBe(0);
    await until('the decoder ends', () => !isRunning(decoder));
  },
);

test.skipIf(process.platform !== 'linux')('a second signal ends it and its decoder immediately', async () => {
  using temporary = temporaryFolder();
  const { key } = await runForData<CreatedKey>(temporary.place, 'keys', 'create', '--credit', '5');
  await using service = await startService(
    temporary.place,
    '--drain-delay',
    '3600',
    '--allow-private-addresses',
  );
  const { decoder, stuck } = await startStuck(service, key);
  service.child.kill('SIGTERM');
  await service.logged('draining');
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(143);
  expect(await stuck).toBe('connection ended');
  if (isRunning(decoder)) process.kill(decoder, 'SIGCONT'); // it hung, and goes on without its parent
  await until('the decoder ends', () => !isRunning(decoder));
});
