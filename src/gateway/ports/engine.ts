import type { CatalogueModel } from '../../../generated/catalogue.ts';
import type { OutputPlan } from '../../contract/output.ts';
import type { Dimensions } from '../../contract/ratio.ts';
import type { RequestBody } from '../../contract/self.ts';
import type { SizePlan } from '../../contract/size.ts';
import type { ImageDescription, VideoDescription } from './media.ts';

/** One accepted task as the engine sees it. */
export interface EngineJob {
  readonly taskId: string;
  readonly model: CatalogueModel;
  readonly request: RequestBody;
  readonly output: OutputPlan;
  readonly size: SizePlan;
  /** Sides of the references that were read, in the order of the request. */
  readonly references: readonly Dimensions[];
  readonly seed: number;
}

/** An image or a clip that was made; its file is drawn when its link is read. */
export type EngineOutput =
  | {
      readonly kind: 'image';
      readonly tier: string | undefined;
      readonly drawing: ImageDescription;
      readonly layer?: EngineLayer;
    }
  | { readonly kind: 'video'; readonly tier: string | undefined; readonly drawing: VideoDescription };

/** What section 2.5 says of a layer; the base image has neither name nor box. */
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

/** What became of a task. */
export type EngineResult =
  | { readonly kind: 'success'; readonly outputs: readonly EngineOutput[] }
  | { readonly kind: 'failed'; readonly error: TaskFailure };

/** Makes what a task asks for. */
export interface Engine {
  /** Pixels and number of the outputs as planned at submission; what is held is priced on them. */
  plan(job: EngineJob): readonly (Dimensions & { readonly tier: string | undefined })[];
  /** Makes the outputs; called once a task, when it is due. */
  run(job: EngineJob): Promise<EngineResult>;
}
