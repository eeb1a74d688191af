import type { Catalogue } from '../contract/catalogue.ts';
import type { KeyDigests } from './accounts/key-digests.ts';
import type { Admission } from './admission/create-admission.ts';
import type { PreparedAnswers } from './answers/prepared-answers.ts';
import type { Attachments } from './body/attachments.ts';
import type { ExchangeFacts, GatewayRequest } from './exchange.ts';
import type { Ports } from './ports/ports.ts';
import type { ApiKey } from './ports/store.ts';
import type { RequestReadings } from './read-request.ts';
import type { SuccessStatus } from './tasks/task-record.ts';
import type { PromptCache } from './text/prompt/prompt-cache.ts';

/** State that lives as long as the gateway, shared by requests and due jobs. */
export interface GatewayState {
  readonly ports: Ports;
  /** The models that it has. */
  readonly catalogue: Catalogue;
  readonly readings: RequestReadings;
  readonly admission: Admission;
  readonly keyDigests: KeyDigests;
  readonly preparedAnswers: PreparedAnswers;
  readonly promptCache: PromptCache;
  /** The terminal success value of task records: section 3 names both. */
  readonly successStatus: SuccessStatus;
  /** How long finished tasks are kept, in seconds; undefined for unlimited. */
  readonly keepSeconds: number | undefined;
  /** Whether sample images are served without a key, to use as references offline. */
  readonly offersSamples: boolean;
}

/** What an operation receives besides its parameters: the request, whose it is, and the gateway that answers it. */
export interface RequestContext extends GatewayState {
  readonly request: GatewayRequest;
  readonly requestId: string;
  readonly key: ApiKey;
  /** The long data URIs of the body. */
  readonly attachments: Attachments;
  /** What operations record about the request, for logs. */
  readonly facts: ExchangeFacts;
}
