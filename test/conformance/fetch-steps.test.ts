import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { drawMedia } from '../../src/conformance/peers/draw-media.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';

const seen: string[] = [];
let target: Server;
let storage: Server;

// A gateway whose files are elsewhere: its own URLs redirect there.
beforeAll(async () => {
  const picture = await drawMedia('40x30.png');
  storage = await listen((path, key) => {
    seen.push(`storage ${path} ${key}`);
    return path === '/damaged.png'
      ? { status: 200, bytes: picture.slice(0, 60) }
      : { status: 200, bytes: picture };
  });
  target = await listen((path, key) => {
    seen.push(`target ${path} ${key}`);
    return { status: 302, location: `${addressOf(storage)}${path}` };
  });
});

afterAll(() => {
  target.close();
  storage.close();
});

test('files are fetched in lists and through redirects; the key goes to the target only', async () => {
  const suite = await readSuite();
  const steps = [
    {
      fetch: { urls: ['/a.png', '/damaged.png'] },
      expect: [
        { that: "files[0].format == 'png' && files[0].width == 40 && files[0].digest.size() == 64" },
        { that: "files.size() == 2 && file == files[1] && file.format == 'unknown'" },
      ],
    },
  ];
  const one = { id: 'test.fetch', title: 'fetch', file: 'test', requirement: 'GW-RES-002', steps };
  const [result] = await runSuite({
    suite: { ...suite, invariants: [] },
    target: { base_url: addressOf(target), keys: { rich: 'sk-one' } },
    cases: expandCases({ cases: [one], models: [] }),
    jobs: 1,
    seed: 'test',
  });
  expect(result?.checks.map(({ outcome, actual }) => actual ?? outcome)).toEqual(['passed', 'passed']);
  expect(seen.filter((line) => line.includes('.png'))).toEqual([
    'target /a.png Bearer sk-one',
    'storage /a.png none',
    'target /damaged.png Bearer sk-one',
    'storage /damaged.png none',
  ]);
});

interface Answer {
  readonly status: number;
  readonly bytes?: Uint8Array;
  readonly location?: string;
}

async function listen(answer: (path: string, key: string) => Answer): Promise<Server> {
  const server = createServer(({ url = '', headers }, response) => {
    const { status, bytes, location } = answer(url, headers.authorization ?? 'none');
    response.writeHead(status, location ? { location } : {}).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function addressOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}
