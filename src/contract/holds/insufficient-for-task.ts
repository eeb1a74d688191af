import type { NanoUsd } from '../money.ts';
import type { PricedOutput } from '../price.ts';
import type { ProblemResponse } from '../problem.ts';
import type { ValidRequest } from '../validate.ts';
import { insufficientBalance } from './hold-item.ts';
import { taskItems } from './task-items.ts';
import { type Funds, taskSavings } from './task-savings.ts';

export interface UnpaidTask extends Funds {
  readonly needed: NanoUsd;
  readonly outputs: readonly PricedOutput[];
}

/** The 402 of a task: what it would hold, and the changes with which the balance would suffice. */
export function insufficientForTask(
  valid: ValidRequest,
  unpaid: UnpaidTask,
): ProblemResponse<'insufficient_balance'> {
  return insufficientBalance({
    ...unpaid,
    items: taskItems(valid.model, valid.self, unpaid),
    savings: taskSavings(valid, unpaid),
  });
}
