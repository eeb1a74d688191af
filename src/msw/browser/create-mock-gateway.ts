import { assembleMock } from '../../mock/assemble-mock.ts';
import type { MswGateway, MswGatewayOptions } from '../msw-gateway.ts';
import { toMswGateway } from '../to-msw-gateway.ts';
import { createBrowserPlatform } from './browser-platform.ts';

/** Creates the gateway with all its models, the preset keys and the control plane, in a page. */
export function createMockGateway(options: MswGatewayOptions = {}): MswGateway {
  return toMswGateway(options, (mock) => assembleMock(mock, createBrowserPlatform(mock)));
}
