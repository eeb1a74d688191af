import { policies } from '../../../generated/policies.ts';

/** A state of a task (section 3). */
export type TaskState = (typeof policies.tasks.states)[number];

/** Whether a state is terminal. */
export function isTerminal(state: TaskState): boolean {
  return policies.tasks.transitions[state].length === 0;
}

/** The state after a transition; an invalid transition leaves the task where it is. Pure. */
export function nextState(from: TaskState, to: TaskState): TaskState {
  const allowed: readonly TaskState[] = policies.tasks.transitions[from];
  return allowed.includes(to) ? to : from;
}
