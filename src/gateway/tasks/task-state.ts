import { policies } from '../../../generated/policies.ts';

export type TaskState = (typeof policies.tasks.states)[number];

/** The state after a transition; an invalid transition leaves the task where it is. Pure. */
export function nextState(from: TaskState, to: TaskState): TaskState {
  const allowed: readonly TaskState[] = policies.tasks.transitions[from];
  return allowed.includes(to) ? to : from;
}
