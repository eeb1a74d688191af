import type { Operations } from '../../../generated/stub.ts';
import { once } from '../memory/once.ts';
import type { RequestContext } from '../request-context.ts';
import { createImage } from './create-image.ts';
import { createVideo } from './create-video.ts';
import { getBillingSubscription } from './get-billing-subscription.ts';
import { getBillingUsage } from './get-billing-usage.ts';
import { getKeyBalance } from './get-key-balance.ts';
import { getModelPricing } from './get-model-pricing.ts';
import { getModelSchema, getModelSchemaByQuery } from './get-model-schema.ts';
import { getTask } from './get-task.ts';
import { getUserBalance } from './get-user-balance.ts';
import { listModels } from './list-models.ts';

const loadChat = once(() => import('./create-chat-completion.ts'));
const loadResponses = once(() => import('./create-response.ts'));

/** Loads the operations that answer text, which are otherwise loaded when used. */
export async function loadTextOperations(): Promise<void> {
  await Promise.all([loadChat(), loadResponses()]);
}

/** Every operation of the contract; a missing one, or an undeclared response, does not compile. */
export const gatewayOperations = {
  createChatCompletion: async (request, context) => (await loadChat()).createChatCompletion(request, context),
  createImage,
  createResponse: async (request, context) => (await loadResponses()).createResponse(request, context),
  createVideo,
  getBillingSubscription,
  getBillingUsage,
  getKeyBalance,
  getModelPricing,
  getModelSchema,
  getModelSchemaByQuery,
  getTask,
  getUserBalance,
  getUserBalanceAlias: getUserBalance,
  listModels,
} satisfies Operations<RequestContext>;
