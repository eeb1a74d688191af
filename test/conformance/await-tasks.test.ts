import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { awaitTasks } from '../../src/conformance/run/await-tasks.ts';
import { createLiveness } from '../../src/conformance/run/liveness.ts';
import type { SeenTask } from '../../src/conformance/wire/seen-tasks.ts';
import { listenOnLoopback } from '../support/loopback.ts';

const statuses = ['processing', 'success'];
const asked: string[] = [];

const tasks: readonly SeenTask[] = [{ id: 'task_a', authorization: 'Bearer sk-a' }];

test('waits for the tasks of earlier cases, each until it has ended, and polls a finished one only once', async () => {
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.end(JSON.stringify({ code: 200, data: { id: 'task_a', status: statuses.shift() } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const liveness = createLiveness();
  const ended = new Set<string>();
  await awaitTasks(baseUrl, tasks, { ended, others: ['sk-a'], liveness });
  expect(asked, 'a task of another account').toEqual([]);
  await awaitTasks(baseUrl, tasks, { ended, others: ['sk-b'], liveness });
  await awaitTasks(baseUrl, tasks, { ended, others: [], liveness });
  server.close();
  expect(asked).toEqual(['/v1/tasks/task_a Bearer sk-a', '/v1/tasks/task_a Bearer sk-a']);
  expect([...ended]).toEqual(['task_a']);
});

test('a task that the gateway does not know has ended', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end('{}'));
  const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const ended = new Set<string>();
  await awaitTasks(baseUrl, tasks, { ended, others: [], liveness: createLiveness() });
  server.close();
  expect([...ended]).toEqual(['task_a']);
});
