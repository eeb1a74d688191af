import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { policies } from '../../generated/policies.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';
import { pngFile } from '../support/png-file.ts';
import { createPostgresDatabase, hasPostgres, query } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { call, imageBody } from './client.ts';
import { type Place, runForData, type Service, startService } from './service.ts';

interface CreatedKey {
  readonly key: string;
  readonly account: string;
}

/** An image that is not sent until `send` is called. */
interface LatePicture extends AsyncDisposable {
  readonly url: string;
  /** Number of requests so far. */
  askers(): number;
  send(): void;
}

async function openLatePicture(): Promise<LatePicture> {
  const waiting: ServerResponse[] = [];
  let askers = 0;
  let isSent = false;
  const picture = pngFile({ width: 640, height: 480 });
  const server = createServer((_incoming, outgoing) => {
    askers += 1;
    if (isSent) outgoing.end(picture);
    else waiting.push(outgoing);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/picture.png`,
    askers: () => askers,
    send() {
      isSent = true;
      for (const outgoing of waiting) outgoing.end(picture);
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

/** Sets the end of the lease of the process that has the claim. */
const setLease = (expiresAt: string) => `update owners set expires_at = ${expiresAt}
  where id in (select owner from idempotency where status is null)`;
const FAR = '9000000000000000';

/** A submission that waits for its picture in one of two processes. */
async function openScene() {
  const url = await createPostgresDatabase();
  const place: Place = { args: [], env: { DATABASE_URL: url } };
  const owner = await runForData<CreatedKey>(place, 'keys', 'create', '--credit', '10');
  const late = await openLatePicture();
  const start = () => startService(place, '--allow-private-addresses');
  const [first, second] = [await start(), await start()];
  const submit = ({ baseUrl }: Service) =>
    call(`${baseUrl}/v1/images/generations`, {
      key: owner.key,
      headers: { 'idempotency-key': 'order-7' },
      body: { ...imageBody, image_urls: [late.url] },
    });
  const begun = submit(first);
  begun.catch(() => undefined); // passed on to the caller that awaits it
  await until('the picture is asked for', () => late.askers() === 1);
  const holds = async () => {
    const entries = await runForData<readonly { readonly kind: string }[]>(
      place,
      ...(['accounts', 'ledger', owner.account] as const),
    );
    return entries.filter(({ kind }) => kind === 'hold').length;
  };
  return {
    first,
    second,
    late,
    begun,
    submit,
    holds,
    silenceFirst: () => query(url, setLease('0')),
    extendFirst: () => query(url, setLease(FAR)),
    async [Symbol.asyncDispose]() {
      for (const service of [first, second]) await service[Symbol.asyncDispose]();
      await late[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(!hasPostgres)('a submission that its process did not finish', () => {
  test('is accepted by another process when the first one was killed', async () => {
    await using scene = await openScene();
    await scene.first[Symbol.asyncDispose]();
    await scene.extendFirst();
    expect((await scene.submit(scene.second)).status).toBe(409);
    await scene.silenceFirst();
    scene.late.send();
    expect((await scene.submit(scene.second)).status).toBe(200);
    expect(await scene.holds()).toBe(1);
  });

  test('is not accepted a second time by a process that was only frozen', async () => {
    await using scene = await openScene();
    scene.first.child.kill('SIGSTOP');
    await scene.silenceFirst();
    scene.late.send();
    const accepted = await scene.submit(scene.second);
    expect(accepted.status).toBe(200);
    scene.first.child.kill('SIGCONT');
    expect((await scene.begun).status).toBe(409);
    const replayed = await scene.submit(scene.first);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(await replayed.json()).toEqual(await accepted.json());
    expect(await scene.holds()).toBe(1);
  });

  test('is taken over within twenty seconds', () => {
    const { lease_seconds, lease_renewal_seconds } = policies.database;
    expect(lease_seconds).toBeLessThan(20);
    expect(3 * lease_renewal_seconds).toBeLessThan(lease_seconds); // two renewals may fail
  });
});
