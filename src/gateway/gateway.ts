import { packageCatalogue } from '../contract/catalogue.ts';
import { createKeyDigests } from './accounts/key-digests.ts';
import { type AdmissionBounds, createAdmission } from './admission/create-admission.ts';
import { createPreparedAnswers } from './answers/prepared-answers.ts';
import type { Gateway } from './exchange.ts';
import { answerRequest } from './pipeline.ts';
import type { Ports } from './ports/ports.ts';
import { createRequestReadings } from './read-request.ts';
import type { GatewayState } from './request-context.ts';
import { cancelTask, finishTask } from './tasks/finish-task.ts';
import { createPromptCache } from './text/prompt/prompt-cache.ts';
import { createCallbackDeliverer } from './webhooks/deliver-callback.ts';

export interface GatewayOptions
  extends Partial<Pick<GatewayState, 'catalogue' | 'successStatus' | 'keepSeconds' | 'offersSamples'>> {
  /** Limits on work in progress, per account and process, where they differ from the policies. */
  readonly bounds?: AdmissionBounds;
}

/** Creates the gateway: request in, response out. It has no timers of its own; due work comes from the queue port. */
export function createGateway(
  ports: Ports,
  {
    catalogue = packageCatalogue,
    successStatus = 'success',
    keepSeconds,
    offersSamples = false,
    bounds,
  }: GatewayOptions = {},
): Gateway {
  const state: GatewayState = {
    ports,
    catalogue,
    readings: createRequestReadings(catalogue),
    admission: createAdmission(bounds),
    keyDigests: createKeyDigests(),
    preparedAnswers: createPreparedAnswers(ports.compression),
    promptCache: createPromptCache({ marks: ports.cachedPrefixes }),
    successStatus,
    keepSeconds,
    offersSamples,
  };
  const callbacks = createCallbackDeliverer(ports);
  ports.queue.onDue(({ kind, taskId }) =>
    kind === 'deliver_callback' ? callbacks.deliver(taskId) : finishTask(state, taskId),
  );
  return {
    handle: (request, own) => answerRequest(own ? { ...state, ports: { ...ports, ...own } } : state, request),
    resendCallback: (taskId) => callbacks.resend(taskId),
    cancelTask: (taskId) => cancelTask(ports, taskId),
  };
}
