import { createMock } from '../mock/create-mock.ts';
import type { MswGateway, MswGatewayOptions } from './msw-gateway.ts';
import { toMswGateway } from './to-msw-gateway.ts';

/** Creates the gateway with all its models, the preset keys and the control plane, in Node. */
export function createMockGateway(options: MswGatewayOptions = {}): MswGateway {
  return toMswGateway(options, createMock);
}
