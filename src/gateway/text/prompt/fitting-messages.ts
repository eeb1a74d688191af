import { policies } from '../../../../generated/policies.ts';
import { memberOf, stepsOf } from '../../../contract/violations/pointer.ts';
import type { Violation } from '../../../contract/violations/violation.ts';

const { max_invalid_entries: MAX_INVALID } = policies.requests;

/** A message without author and content, in place of one that is refused. */
const NO_MESSAGE = { role: '' };

/** A part of no kind, in place of one that is refused: it says nothing, and the others keep their places. */
const NO_PART = { type: '' };

/**
 * The messages of a request without what its schema refuses, so that the rest can be judged too; undefined if the
 * list itself is refused, or so many entries that not all of them are known.
 */
export function fittingMessages(
  messages: unknown,
  violations: readonly Violation[],
  field: 'messages' | 'input',
): readonly object[] | undefined {
  const steps = violations.map(({ path }) => stepsOf(path)).filter(([name]) => name === field);
  if (!Array.isArray(messages) || steps.length >= MAX_INVALID) return undefined;
  if (steps.some(({ length }) => length === 1)) return undefined;
  const refused = new Set(steps.map(([, ...inner]) => inner.slice(0, 3).join('/')));
  return messages.map((message: unknown, index) => {
    const content = memberOf(message, 'content');
    if (refused.has(`${index}`) || refused.has(`${index}/content`)) return NO_MESSAGE;
    const known = { ...Object(message), ...(refused.has(`${index}/role`) ? NO_MESSAGE : {}) } as object;
    if (!Array.isArray(content)) return known;
    const parts = content.map((part: unknown, at) =>
      refused.has(`${index}/content/${at}`) ? NO_PART : part,
    );
    return { ...known, content: parts };
  });
}
