import type { Operations } from '../../../generated/stub.ts';
import type { OperationContext } from '../context.ts';
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

/** Every operation of the contract; a missing one, or an undeclared response, does not compile. What answers text is loaded when used. */
export const gatewayOperations = {
  createChatCompletion: async (request, context) =>
    (await import('./create-chat-completion.ts')).createChatCompletion(request, context),
  createImage,
  createResponse: async (request, context) =>
    (await import('./create-response.ts')).createResponse(request, context),
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
} satisfies Operations<OperationContext>;
