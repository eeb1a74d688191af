export { createMockGateway } from '../msw/browser/create-mock-gateway.ts';
