import { policies } from '../../../generated/policies.ts';

/** A state of a task (section 3). */
export type TaskState = (typeof policies.tasks.states)[number];

/** Whether a state absorbs: nothing follows it. */
export function isTerminal(state: TaskState): boolean {
  return policies.tasks.transitions[state].length === 0;
}

/** The state after a step from one to another; a step that the transitions do not have leaves the task where it is. Pure. */
export function nextState(from: TaskState, to: TaskState): TaskState {
  const allowed: readonly TaskState[] = policies.tasks.transitions[from];
  return allowed.includes(to) ? to : from;
}
