export type { AddedModels } from '../contract/added-models.ts';
export type { ControlClient } from '../mock/control-client.ts';
export type { CallbackListener } from '../msw/callback-listeners.ts';
export { createMockGateway } from '../msw/create-mock-gateway.ts';
export type { MswGateway, MswGatewayOptions } from '../msw/msw-gateway.ts';
