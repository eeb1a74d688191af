import type { CatalogueModel } from '../../contract/catalogue.ts';
import { planOutput } from '../../contract/output.ts';
import type { PricedOutput } from '../../contract/price.ts';
import { bindSelf } from '../../contract/self.ts';
import type { EngineJob, EngineOutput } from '../ports/engine.ts';
import type { NewTask } from '../ports/store.ts';

/** A task as the engine sees it; the output plan is derived anew, so that nothing derived is stored. */
export function toEngineJob(
  task: Pick<NewTask, 'id' | 'request' | 'size' | 'references' | 'seed'>,
  model: CatalogueModel,
): EngineJob {
  const { id, request, size, references, seed } = task;
  const output = planOutput(model, bindSelf(model, request));
  return { taskId: id, model, request, output, size, references, seed };
}

/** What an output counts for in a price: an image, or the seconds of a clip. */
export function toPricedOutput(output: EngineOutput): PricedOutput {
  const { width, height } = output.drawing;
  const units = output.kind === 'video' ? output.drawing.durationSeconds : 1;
  return { width, height, tier: output.tier, units };
}
