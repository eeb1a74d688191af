import type { GetTaskRequest, GetTaskResponse } from '../../../generated/stub.ts';
import { problem } from '../../contract/problem.ts';
import type { OperationContext } from '../context.ts';
import { withLanguage } from '../language/with-language.ts';
import { readTask } from '../tasks/finish-task.ts';
import { toTaskRecord } from '../tasks/task-record.ts';

/** `GET /v1/tasks/{task_id}` (section 2.4): a task of another account is answered like one that does not exist. */
export async function getTask(
  { path, query }: GetTaskRequest,
  context: OperationContext,
): Promise<GetTaskResponse> {
  const { ports, key, successStatus, keepSeconds } = context;
  const task = await readTask(context, path.task_id);
  if (!task || task.accountId !== key.accountId) {
    return problem('task_not_found', { values: { task: path.task_id.slice(0, 100) }, param: 'task_id' });
  }
  const record = toTaskRecord(task, { now: ports.clock.now(), successStatus, keepSeconds });
  return { status: 200, body: await withLanguage(record, query.language, ports.translator) };
}
