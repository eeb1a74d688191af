import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../src/adapters/engine/simulator.ts';
import type { Engine, EngineJob } from '../../src/gateway/ports/media/engine.ts';
import type { ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';
import { at, openWire, textAt } from '../support/open-wire.ts';
import { pngFile } from '../support/png-file.ts';
import { shells } from '../support/shells.ts';

/** The simulator, recording its jobs. */
function observed(speed = 1): { engine: Engine; jobs: EngineJob[] } {
  const simulator = createSimulator({ speed });
  const jobs: EngineJob[] = [];
  const plan: Engine['plan'] = (job) => {
    jobs.push(job);
    return simulator.plan(job);
  };
  return { engine: { ...simulator, plan }, jobs };
}

/** Serves these files, by address. */
function serving(files: ReadonlyMap<string, Uint8Array>): ReferenceFetcher {
  return {
    fetch: async (address) => {
      const bytes = files.get(address);
      if (!bytes) return { kind: 'unreachable', reason: 'it is not there' };
      return { kind: 'fetched', bytes: Uint8Array.from(bytes), declaredType: undefined };
    },
  };
}

const boat = { model: 'qx-image-3.0', prompt: 'A paper boat', size: '16:9' };
const clip = { model: 'vxq3', prompt: 'It sails', duration: 5, resolution: '540p' };

describe.each(shells)('through the $name shell', (shell) => {
  test('the engine gets the seed of the request, or one of the gateway where it is not a number', async () => {
    const { engine, jobs } = observed();
    await using wire = await openWire(shell, { ports: { engine } });
    await wire.submit({ ...boat, seed: 77 });
    await wire.submit({ ...boat, seed: null });
    await wire.submit(boat);
    expect(jobs.map(({ seed }) => seed)).toEqual([77, 1, 2]);
  });

  test('the engine gets the scene of a picture that it drew, and the digest of another for a clip', async () => {
    const { engine, jobs } = observed();
    const files = new Map<string, Uint8Array>([
      ['https://a.example/other.png', pngFile({ width: 640, height: 480 })],
    ]);
    await using wire = await openWire(shell, { ports: { engine, fetcher: serving(files) } });
    const id = await wire.submit(boat);
    await wire.advance(60);
    const url = textAt(await wire.task(id), 'result', 'images', 0, 'url', 0);
    files.set(url, await wire.download(url));
    for (const address of [url, 'https://a.example/other.png'])
      await wire.submit({ ...clip, image_urls: [address] });
    await wire.submit({ ...boat, image_urls: ['https://a.example/other.png'] });
    expect(jobs.slice(1).map(({ references }) => references)).toEqual([
      [{ width: 1280, height: 720, drawn: expect.objectContaining({ seed: 1 }) }],
      [{ width: 640, height: 480, picture: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      [{ width: 640, height: 480 }],
    ]);
  });

  test('an engine that is faster than the estimates ends a task earlier', async () => {
    const estimate = async (speed: number) => {
      await using wire = await openWire(shell, { ports: { engine: observed(speed).engine } });
      return Number(
        at(
          await wire.task(await wire.submit({ ...boat, model: 'sx-5-0-pro', size: '2K' })),
          'estimated_time',
        ),
      );
    };
    const usual = await estimate(1);
    expect(usual).toBeGreaterThan(60);
    expect(await estimate(10)).toBe(usual / 10);
  });

  test('a clip is held and charged by its seconds', async () => {
    const files = new Map([['https://a.example/1.png', pngFile({ width: 640, height: 480 })]]);
    await using wire = await openWire(shell, { ports: { fetcher: serving(files) } });
    const costs: number[] = [];
    for (const duration of [5, 10]) {
      const before = Number(await wire.remaining());
      const id = await wire.submit({ ...clip, image_urls: ['https://a.example/1.png'], duration });
      const held = before - Number(await wire.remaining());
      await wire.advance(600);
      costs.push(Number(at(await wire.task(id), 'cost')));
      expect(held).toBeCloseTo(costs.at(-1) ?? 0, 9);
    }
    expect(costs[1]).toBeCloseTo(2 * (costs[0] ?? 0), 9);
    expect(costs[0]).toBeGreaterThan(0);
  });

  test('a prompt with too many tokens is refused with their number, or with the least it is', async () => {
    await using wire = await openWire(shell);
    const refusal = async (count: number) => {
      const answer = await wire.postImage({ ...boat, prompt: 'boat '.repeat(count).trim() });
      return [answer.status, at(answer.body, 'error', 'message')];
    };
    const most = 'prompt must have at most 4500 tokens for qx-image-3.0; got';
    expect(await refusal(4501)).toEqual([400, `${most} 4501`]);
    expect(await refusal(7200)).toEqual([400, `${most} 7200`]);
    expect(await refusal(9000)).toEqual([400, `${most} at least 7202`]);
  });

  test('an invalid request of a key whose account has no entry is refused, and its references are not fetched', async () => {
    await using wire = await openWire(shell, { deposits: {}, ports: { fetcher: serving(new Map()) } });
    const answer = await wire.postVideo({ ...clip, image_urls: ['https://a.example/1.png'], duration: -1 });
    expect([answer.status, at(answer.body, 'error', 'violations')]).toEqual([
      400,
      [expect.objectContaining({ path: '/duration' })],
    ]);
  });
});
