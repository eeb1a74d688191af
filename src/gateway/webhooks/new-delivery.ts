import type { components } from '../../../generated/openapi-types.ts';
import { policies } from '../../../generated/policies.ts';
import { withLanguage } from '../language/with-language.ts';
import type { NewDelivery, NewTask, TaskOutcome } from '../ports/store.ts';
import type { Translator } from '../ports/text/translator.ts';
import { toCallbackUrl, toUnusableText } from './callback-url.ts';

/** A finished task, as its callback reports it. */
export interface EndedTask {
  /** Its request names the address and the language of the callback. */
  readonly task: Pick<NewTask, 'id' | 'accountId' | 'request'>;
  readonly status: TaskOutcome['status'];
  /** Builds its record as polling returns it, untranslated. */
  readonly record: () => components['schemas']['TaskRecord'];
  /** Milliseconds since the Unix epoch; the callback is due at once. */
  readonly createdAt: number;
}

const notified: ReadonlySet<string> = new Set(policies.callbacks.notified_states);

/**
 * The callback for a finished task (section 6): its record, byte for byte as polled, except that a failure
 * text is in the `language` of the submission. Undefined when none was requested, or the task was cancelled.
 */
export async function newDelivery(
  { task, status, record, createdAt }: EndedTask,
  translator: Translator,
): Promise<NewDelivery | undefined> {
  const { webhook, language } = task.request;
  if (typeof webhook !== 'string' || webhook.trim() === '') return undefined;
  if (!notified.has(status)) return undefined;
  return {
    taskId: task.id,
    accountId: task.accountId,
    url: toCallbackUrl(webhook) ?? toUnusableText(webhook),
    payload: JSON.stringify(await withLanguage(record(), language, translator)),
    createdAt,
  };
}
