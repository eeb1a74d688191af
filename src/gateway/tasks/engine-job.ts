import type { CatalogueModel } from '../../contract/catalogue.ts';
import type { PricedOutput } from '../../contract/price.ts';
import type { EngineJob, EngineOutput } from '../ports/media/engine.ts';
import type { NewTask } from '../ports/store.ts';

export function toEngineJob(task: NewTask, model: CatalogueModel): EngineJob {
  const { id, request, output, size, references, seed } = task;
  return { taskId: id, model, request, output, size, references, seed };
}

/** The billing units of an output: 1 for an image, the seconds of a clip. */
export function toPricedOutput(output: EngineOutput): PricedOutput {
  const { width, height } = output.drawing;
  const units = output.kind === 'video' ? output.drawing.durationSeconds : 1;
  return { width, height, tier: output.tier, units };
}
