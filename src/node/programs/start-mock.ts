import type { AddedModels } from '../../contract/added-models.ts';
import { startMockServer } from '../mock-server.ts';
import { checkSettings } from './check-settings.ts';
import { type MockSession, namedSession, sharedSession } from './mock-session.ts';
import type { MockSettings } from './mock-settings.ts';

/** Where a mock listens, who may control it, and how it behaves. */
export interface StartMockOptions extends MockSettings {
  /** Models of your own: a folder, relative to the current one, or what `loadModels` gives. */
  readonly models?: string | URL | AddedModels;
  /** A free port by default. */
  readonly port?: number;
  /** `127.0.0.1` by default: only programs of this machine reach it. */
  readonly host?: string;
  /** Origins whose pages may control it, such as `http://localhost:3000`. */
  readonly allowOrigins?: readonly string[];
}

/** A mock that listens on a port, and its shared session. */
export interface StartedMock extends MockSession, AsyncDisposable {
  /** The session of that name, created by its first request; without a name, a fresh one. Throws for a name that the mock refuses. */
  session(name?: string): MockSession;
  /** Ends it, with all its connections, threads and alarms. */
  close(): Promise<void>;
}

/**
 * Starts a mock gateway in this process. Rejects with an `Error` that says why when it cannot listen, and with a `ModelsError`
 * when its models have problems.
 */
export async function startMock(options: StartMockOptions = {}): Promise<StartedMock> {
  checkSettings(options);
  const started = await startMockServer({
    port: 0,
    host: '127.0.0.1',
    ...options,
    models: await toAdded(options.models),
    optionNames: { port: 'the option port', host: 'the option host' },
  });
  if (started.kind === 'failed') throw new Error(started.message);
  const { baseUrl, close } = started;
  return {
    ...sharedSession(baseUrl),
    session: (name) => namedSession({ baseUrl }, name),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function toAdded(models: StartMockOptions['models']): Promise<AddedModels | undefined> {
  if (!(typeof models === 'string' || models instanceof URL)) return models;
  // Most mocks have no models of their own.
  const { loadModels } = await import('../../own-models/prepare-models.ts');
  return loadModels(models);
}
