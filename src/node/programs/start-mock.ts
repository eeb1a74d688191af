import type { AddedModels } from '../../contract/added-models.ts';
import { expectOptions, type OptionRules } from '../../mock/options/expect-options.ts';
import type { MockSettings } from '../../mock/options/mock-settings.ts';
import { isOrigin, MODELS_RULE, SETTING_RULES, wholeNumber } from '../../mock/options/option-rules.ts';
import { startMockServer } from '../mock-server.ts';
import { type MockSession, namedSession, sharedSession } from './mock-session.ts';

/** Where a mock listens, who may control it, and how it behaves. */
export interface StartMockOptions extends MockSettings {
  /** Models of your own: a folder, relative to the current one, or what `loadModels` gives. */
  readonly models?: string | URL | AddedModels | undefined;
  /** A free port by default. */
  readonly port?: number | undefined;
  /** `127.0.0.1` by default: only programs of this machine reach it. */
  readonly host?: string | undefined;
  /** Origins whose pages may control it, such as `http://localhost:3000`. */
  readonly allowOrigins?: readonly string[] | undefined;
}

/** A mock that listens on a port, and its shared session. */
export interface StartedMock extends MockSession, AsyncDisposable {
  /** The session of that name, created by its first request; without a name, a fresh one. Throws for a name that the mock refuses. */
  session(name?: string): MockSession;
  /** Ends it, with all its connections, threads and alarms. */
  close(): Promise<void>;
}

const RULES: OptionRules<StartMockOptions> = {
  ...SETTING_RULES,
  models: {
    must: 'be the path of a folder, or models that are loaded',
    allows: (value) => value instanceof URL || isText(value) || MODELS_RULE.allows(value),
  },
  port: wholeNumber(65_535),
  // An empty one would mean every address of the machine.
  host: { must: 'be an address of this machine, such as "127.0.0.1"', allows: isText },
  allowOrigins: {
    must: 'be an array of origins, such as ["http://localhost:3000"]',
    allows: (value) => Array.isArray(value) && value.every(isOrigin),
  },
};

/**
 * Starts a mock gateway in this process. Rejects with an `Error` that says why when it cannot listen, with a `ModelsError`
 * when its models have problems, and with a `TypeError` that names an option that is none, or has a wrong value.
 */
export async function startMock(options: StartMockOptions = {}): Promise<StartedMock> {
  expectOptions('startMock', options, RULES);
  const { port = 0, host = '127.0.0.1', models, ...settings } = options;
  const started = await startMockServer({
    ...settings,
    port,
    host,
    models: await toAdded(models),
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

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

async function toAdded(models: StartMockOptions['models']): Promise<AddedModels | undefined> {
  if (!(typeof models === 'string' || models instanceof URL)) return models;
  // Most mocks have no models of their own.
  const { loadModels } = await import('../../own-models/prepare-models.ts');
  return loadModels(models);
}
