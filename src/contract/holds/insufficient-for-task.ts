import type { CatalogueModel } from '../../../generated/catalogue.ts';
import { type NanoUsd, parseUsd } from '../money.ts';
import { type ChargeFactors, heldOutputs, type PricedOutput, rateFor, unitPrices } from '../price.ts';
import type { ProblemResponse } from '../problem.ts';
import type { Self } from '../rules/self.ts';
import type { ValidRequest } from '../validate.ts';
import { type HoldItem, insufficientBalance } from './hold-item.ts';
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

/** The items of a task's hold: outputs of one size and price together, then the references with a price. */
function taskItems(
  model: CatalogueModel,
  self: Self,
  { outputs, references }: { readonly outputs: readonly PricedOutput[] } & ChargeFactors,
): readonly HoldItem[] {
  const { unit, reference_surcharge: surcharge } = unitPrices(model);
  const items = new Map<string, HoldItem>();
  for (const output of heldOutputs(model, self, outputs)) {
    const size = `${output.width}x${output.height}`;
    const rate = rateFor(model, output);
    const key = `${size} ${rate}`;
    const quantity = (items.get(key)?.quantity ?? 0) + output.units;
    items.set(key, { unit, quantity, size, rate, per: 1 });
  }
  const paid = surcharge ? Math.max(0, references - surcharge.free) : 0;
  if (!surcharge || paid === 0) return [...items.values()];
  return [...items.values(), { unit: 'reference', quantity: paid, rate: parseUsd(surcharge.rate), per: 1 }];
}
