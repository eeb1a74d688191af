/** A request for an operation of the contract. */
export interface OperationRequest {
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body?: object;
}

const chat = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'What floats?' }] };
const video = { model: 'vxq3', prompt: 'It sails', image_urls: ['https://images.example.net/boat.png'] };

/** A request for each operation of the contract that a gateway without tasks and references can answer. */
export const operationRequests: readonly OperationRequest[] = [
  { operationId: 'createChatCompletion', method: 'POST', target: '/v1/chat/completions', body: chat },
  {
    operationId: 'createImage',
    method: 'POST',
    target: '/v1/images/generations',
    body: { model: 'qx-image-3.0', prompt: 'A paper boat' },
  },
  {
    operationId: 'createResponse',
    method: 'POST',
    target: '/v1/responses',
    body: { model: 'qx3.8-max', input: 'What floats?' },
  },
  { operationId: 'createVideo', method: 'POST', target: '/v1/videos/generations', body: video },
  { operationId: 'getBillingSubscription', method: 'GET', target: '/v1/dashboard/billing/subscription' },
  { operationId: 'getBillingUsage', method: 'GET', target: '/v1/dashboard/billing/usage' },
  { operationId: 'getKeyBalance', method: 'GET', target: '/v1/balance' },
  { operationId: 'getModelPricing', method: 'GET', target: '/api/pricing/model?model=vxq3' },
  { operationId: 'getModelSchema', method: 'GET', target: '/v1/models/vxq3/schema' },
  { operationId: 'getModelSchemaByQuery', method: 'GET', target: '/v1/model-schema?model=vxq3' },
  { operationId: 'getTask', method: 'GET', target: '/v1/tasks/task_unknown' },
  { operationId: 'getUserBalance', method: 'GET', target: '/v1/user/balance' },
  { operationId: 'getUserBalanceAlias', method: 'GET', target: '/user/balance' },
  { operationId: 'listModels', method: 'GET', target: '/v1/models?expand=parameters' },
];
