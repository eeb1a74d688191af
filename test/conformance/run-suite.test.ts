import { expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import type { FiledCase } from '../../src/conformance/suite/suite.ts';
import { findTarget } from '../../src/conformance/target/find-target.ts';
import { startMockServer } from '../../src/node/mock-server.ts';

const lifecycle: FiledCase = {
  id: 'test.lifecycle',
  title: 'an image task from the submission to the file',
  file: 'test',
  requirement: 'GW-TST-001',
  steps: [
    {
      request: {
        operation: 'createImage',
        body: { model: 'qx-image-3.0', prompt: 'A paper boat', size: '16:9' },
      },
      expect: [
        { status: 200, body: { code: 200, data: [{ status: 'submitted' }] } },
        { schema: 'TaskSubmission' },
      ],
      save: { task: 'body.data[0].task_id' },
    },
    {
      poll: { task: '{{task}}' },
      expect: [{ that: 'succeeded(body.status) && body.progress == 100' }, { schema: 'TaskRecord' }],
      save: { url: 'body.result.images[0].url[0]' },
    },
    {
      fetch: { url: '{{url}}' },
      expect: [{ that: "file.width == 1280 && file.height == 720 && file.format == 'png'" }],
    },
  ],
};

const callbacks: FiledCase = {
  id: 'test.callbacks',
  title: 'a callback is retried',
  file: 'test',
  requirement: 'GW-TST-001',
  needs: ['callbacks'],
  steps: [
    {
      receiver: {
        name: 'hook',
        path: '/base',
        answers: [{ status: 500 }, { silent: true }, { status: 200 }],
      },
    },
    {
      request: {
        operation: 'createImage',
        body: {
          model: 'sx-5-0-pro',
          prompt: 'edit',
          image_urls: [{ $image: '640x480.png' }],
          webhook: '{{hook}}',
        },
      },
      expect: [{ status: 200 }],
      save: { task: 'body.data[0].task_id' },
    },
    { poll: { task: '{{task}}' } },
    {
      callbacks: { receiver: 'hook', count: 3, within_seconds: 100 },
      expect: [
        {
          that: "callbacks.size() == 3 && callbacks.all(c, c.path == '/base/callback' && c.body.id == task)",
        },
        { that: 'callbacks[1].at - callbacks[0].at >= 9.0 && callbacks[1].at - callbacks[0].at <= 13.0' },
      ],
    },
  ],
};

const wrong: FiledCase = {
  ...lifecycle,
  id: 'test.wrong',
  steps: [
    {
      request: { operation: 'createImage', body: { model: 'no-such-model', prompt: 'A paper boat' } },
      expect: [{ status: 200 }],
      save: { task: 'body.data[0].task_id' },
    },
    { poll: { task: '{{task}}' }, expect: [{ that: 'succeeded(body.status)' }] },
  ],
};

test('runs cases against a mock, in real HTTP and on the clock of the mock', async () => {
  const started = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (started.kind === 'failed') throw new Error(started.message);
  const suite = await readSuite();
  const target = await findTarget({ base_url: started.baseUrl });
  const cases = expandCases({ cases: [lifecycle, callbacks, wrong], models: suite.models });
  const results = await runSuite({ suite, target, cases, jobs: 3, seed: 'test' });
  await started.close();
  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['test.lifecycle', 'passed'],
    ['test.callbacks', 'passed'],
    ['test.wrong', 'failed'],
  ]);
  expect(results[2]?.checks.filter(({ invariant }) => !invariant)).toMatchObject([
    { outcome: 'failed', expected: 'status 200', actual: 'status 400' },
    { outcome: 'unproven', actual: expect.stringContaining('there is no task') as string },
  ]);
});
