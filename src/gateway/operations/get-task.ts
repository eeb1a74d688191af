import { policies } from '../../../generated/policies.ts';
import type { GetTaskRequest, GetTaskResponse } from '../../../generated/stub.ts';
import { problem } from '../../contract/problem.ts';
import { withLanguage } from '../language/with-language.ts';
import type { RequestContext } from '../request-context.ts';
import { readTask } from '../tasks/finish-task.ts';
import { toTaskRecord } from '../tasks/task-record.ts';

/** `GET /v1/tasks/{task_id}` (section 2.4): a task of another account is answered like one that does not exist. */
export async function getTask(
  { path, query }: GetTaskRequest,
  context: RequestContext,
): Promise<GetTaskResponse> {
  const { ports, key, facts, preparedAnswers } = context;
  const reading = readTask(context, path.task_id);
  const task = reading instanceof Promise ? await reading : reading;
  if (!task || task.accountId !== key.accountId) {
    return problem('task_not_found', {
      values: { task: path.task_id.slice(0, policies.wording.max_id_characters) },
      param: 'task_id',
    });
  }
  facts.model = task.modelName;
  facts.cost = task.outcome?.charge ?? task.hold;
  const read = () => toTaskRecord(task, { ...context, now: ports.clock.now() });
  if (query.language === undefined && task.outcome)
    return { status: 200, body: preparedAnswers.prepare(task.id, read) };
  return { status: 200, body: await withLanguage(read(), query.language, ports.translator) };
}
