export type { AddedModels } from '../contract/added-models.ts';
export type { ControlClient } from '../mock/control-client.ts';
export type { MockSettings } from '../mock/options/mock-settings.ts';
export { type CreateMockOptions, createMock, type InProcessMock } from '../node/programs/create-mock.ts';
export { mockForEachTest, type TestHook, type TestHooks } from '../node/programs/mock-for-each-test.ts';
export type { MockSession } from '../node/programs/mock-session.ts';
export { type StartedMock, type StartMockOptions, startMock } from '../node/programs/start-mock.ts';
export { type ModelProblem, ModelsError } from '../own-models/models-error.ts';
export { loadModels } from '../own-models/prepare-models.ts';
