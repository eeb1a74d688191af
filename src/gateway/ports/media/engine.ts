import type { CatalogueModel } from '../../../../generated/catalogue.ts';
import type { OutputPlan } from '../../../contract/output.ts';
import type { RequestBody } from '../../../contract/rules/self.ts';
import type { Dimensions } from '../../../contract/sizes/ratio.ts';
import type { SizePlan } from '../../../contract/sizes/size.ts';
import type { ClipDescription, DrawnScene, ImageDescription, LayerDescription } from './media.ts';

/** A reference as passed to an engine: its dimensions, and its scene description if the simulator rendered it. */
export interface EngineReference extends Dimensions {
  readonly drawn?: DrawnScene;
  /** Digest of the copy that is stored with the task. */
  readonly picture?: string;
}

/** One accepted task as the engine sees it. */
export interface EngineJob {
  readonly taskId: string;
  readonly model: CatalogueModel;
  readonly request: RequestBody;
  readonly output: OutputPlan;
  readonly size: SizePlan;
  /** The references that were read, in the order of the request. */
  readonly references: readonly EngineReference[];
  readonly seed: number;
}

/** A generated image or clip; its file is rendered when its link is read. */
export type EngineOutput =
  | {
      readonly kind: 'image';
      readonly tier: string | undefined;
      readonly drawing: ImageDescription | LayerDescription;
      readonly layer?: EngineLayer;
    }
  | { readonly kind: 'video'; readonly tier: string | undefined; readonly drawing: ClipDescription };

/** The layer fields of section 2.5; the base image has neither name nor box. */
export interface EngineLayer {
  readonly zIndex: number;
  readonly name?: string;
  readonly description?: string;
  /** [left, top, right, bottom] in pixels of the base image. */
  readonly box?: readonly [number, number, number, number];
}

/** Failure text and code of a task (section 2.4; the codes are policies). */
export interface TaskFailure {
  readonly code: string;
  readonly message: string;
  readonly type: string;
  readonly param?: string;
}

export type EngineResult =
  | { readonly kind: 'success'; readonly outputs: readonly EngineOutput[] }
  | { readonly kind: 'failed'; readonly error: TaskFailure };

export interface Engine {
  /** How many times faster than the contract's estimates results are ready; 1 by default. */
  readonly speed?: number;
  /** Size and number of the outputs as planned at submission; the hold is based on them. */
  plan(job: EngineJob): readonly (Dimensions & { readonly tier: string | undefined })[];
  /** Generates the outputs; called once per task, when it is due. */
  run(job: EngineJob): Promise<EngineResult>;
}
