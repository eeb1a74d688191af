import { assembleMock, type MockGateway, type MockOptions } from './assemble-mock.ts';
import { createNodePlatform } from './ports/node-platform.ts';

/** Creates the gateway as a mock: memory store, simulated engines, the preset keys, a control plane. */
export function createMock(options: MockOptions): MockGateway {
  return assembleMock(options, createNodePlatform(options));
}
