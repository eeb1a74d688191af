import type { Admission } from './admission/create-admission.ts';
import type { Attachments } from './body/attachments.ts';
import type { SharedBodies } from './catalogue/shared-bodies.ts';
import type { Ports } from './ports/ports.ts';
import type { ApiKey } from './ports/store.ts';
import type { SuccessStatus } from './tasks/task-record.ts';
import type { PromptCache } from './text/prompt-cache.ts';

/** What an operation receives besides its request. */
export interface OperationContext {
  readonly ports: Ports;
  readonly key: ApiKey;
  readonly requestId: string;
  /** Scheme, host and port that the client used. */
  readonly origin: string;
  readonly admission: Admission;
  /** The long data URIs of the request. */
  readonly attachments: Attachments;
  readonly sharedBodies: SharedBodies;
  readonly promptCache: PromptCache;
  readonly successStatus: SuccessStatus;
  /** How long finished tasks are kept; undefined for unlimited. */
  readonly keepSeconds: number | undefined;
  /** Aborted when the client disconnects. */
  signal(): AbortSignal | undefined;
}
