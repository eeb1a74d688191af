import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { awaitTasks } from '../../src/conformance/run/await-tasks.ts';
import type { CaseResult } from '../../src/conformance/run/result.ts';

const statuses = ['processing', 'success'];
const asked: string[] = [];

const submitted = (task: string, status: number): CaseResult['exchanges'][number] => ({
  request: { method: 'POST', url: '/v1/images/generations', headers: { authorization: 'Bearer sk-a' } },
  response: {
    status,
    headers: {},
    bytes: new Uint8Array(),
    text: '',
    body: { code: 200, data: [{ status: 'submitted', task_id: task }] },
  },
  tookMs: 1,
});

test('waits for the tasks of earlier cases, each until it has ended, and asks once', async () => {
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.end(JSON.stringify({ code: 200, data: { id: 'task_a', status: statuses.shift() } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const result: CaseResult = {
    id: 'test.one',
    title: 'one',
    file: 'test',
    outcome: 'passed',
    checks: [],
    exchanges: [submitted('task_a', 200)],
    tookMs: 1,
  };
  const ended = new Set<string>();
  await awaitTasks(baseUrl, [result], { ended, others: ['sk-a'] });
  await awaitTasks(baseUrl, [result], { ended, others: ['sk-b'] });
  await awaitTasks(baseUrl, [result], { ended, others: [] });
  server.close();
  expect(asked).toEqual(['/v1/tasks/task_a Bearer sk-a', '/v1/tasks/task_a Bearer sk-a']);
  expect([...ended]).toEqual(['task_a']);
});
