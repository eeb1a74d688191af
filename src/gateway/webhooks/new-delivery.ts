import type { components } from '../../../generated/openapi-types.ts';
import { policies } from '../../../generated/policies.ts';
import type { RequestBody } from '../../contract/self.ts';
import { withLanguage } from '../language/with-language.ts';
import type { NewDelivery, Task } from '../ports/store.ts';
import type { Translator } from '../ports/translator.ts';
import { toCallbackUrl, toUnusableText } from './callback-url.ts';

/** A task that ended, as a callback tells of it. */
export interface EndedTask {
  readonly task: Task;
  /** What it was made from: says where the callback goes, and in which language. */
  readonly request: RequestBody;
  /** Makes its record as polling returns it, in no particular language. */
  readonly record: () => components['schemas']['TaskRecord'];
  /** Milliseconds since the Unix epoch; the callback is due at once. */
  readonly createdAt: number;
}

const notified: ReadonlySet<string> = new Set(policies.callbacks.notified_states);

/**
 * The callback that is owed for a task that ended (section 6): its record, byte for byte as polled, but for the text
 * of a failure in the `language` of the submission. Undefined when none was asked for, or the task was cancelled.
 */
export async function newDelivery(
  { task, request, record, createdAt }: EndedTask,
  translator: Translator,
): Promise<NewDelivery | undefined> {
  const { webhook, language } = request;
  if (typeof webhook !== 'string' || webhook.trim() === '') return undefined;
  if (!task.outcome || !notified.has(task.outcome.status)) return undefined;
  return {
    taskId: task.id,
    accountId: task.accountId,
    url: toCallbackUrl(webhook) ?? toUnusableText(webhook),
    payload: JSON.stringify(await withLanguage(record(), language, translator)),
    createdAt,
  };
}
