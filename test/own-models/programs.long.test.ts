import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OperationRequests } from '../../generated/model-types.ts';
import { estimate } from '../../src/client/estimate/index.ts';
import { createClient } from '../../src/client/index.ts';
import type { AddedModels } from '../../src/contract/added-models.ts';
import { InvalidRequestError } from '../../src/contract/requests/invalid-request-error.ts';
import { validate } from '../../src/contract/requests/validate.ts';
import { createMockGateway } from '../../src/msw/create-mock-gateway.ts';
import { createMock } from '../../src/node/programs/create-mock.ts';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { ModelsError } from '../../src/own-models/models-error.ts';
import { loadModels, prepareModels } from '../../src/own-models/prepare-models.ts';
import { callCommand } from '../cli/call-command.ts';
import { project } from '../scripts/add-model/project-with-models.ts';
import { referenceImage } from '../support/reference-images.ts';
import { createOwnFolder, type OwnFolder } from './own-folder.ts';

const MODEL = 'models/Paper10.json';
const boat = { model: 'paper-1.0', prompt: 'A boat', size: '3:2' };
const firstReference = { width: 900, height: 600 };

let own: OwnFolder;
let folder: string;
/** What `gatewright generate` writes, as a program or a page imports it. */
let models: AddedModels<OperationRequests>;

// The model of init, one that makes images from references, one that makes clips, and one that writes.
beforeAll(async () => {
  own = await createOwnFolder();
  vi.stubEnv('XDG_CACHE_HOME', own.env.XDG_CACHE_HOME);
  folder = join(own.cwd, 'models');
  cpSync(join(project, 'test/scripts/add-model/models'), folder, { recursive: true });
  const out = join(own.cwd, 'generated');
  expect(await callCommand('generate', '--models', folder, '--out', out)).toMatchObject({ code: 0, err: '' });
  ({ models } = await import(pathToFileURL(join(out, 'models.mjs')).href));
});

afterAll(() => {
  vi.unstubAllEnvs();
  own[Symbol.dispose]();
});

interface Example {
  readonly name: string;
  readonly request: object;
}

interface ModelFile {
  readonly 'x-model': { readonly id: string; readonly operation: string };
  readonly 'x-examples': { readonly valid: readonly Example[]; readonly invalid: readonly Example[] };
}

function readFiles(): readonly ModelFile[] {
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

const OPERATIONS = {
  image_generation: 'createImage',
  video_generation: 'createVideo',
  chat_completion: 'createChatCompletion',
} as const;

/** Every example of the folder as a request. */
function examples(kind: 'valid' | 'invalid') {
  return readFiles().flatMap(({ 'x-model': { id, operation }, 'x-examples': all }) =>
    all[kind].map(({ name, request }) => ({
      name: `${id}: ${name}`,
      operation: OPERATIONS[operation as keyof typeof OPERATIONS],
      request: { model: id, ...request },
    })),
  );
}

describe('with the module that generate writes', () => {
  test('a gateway holds and makes what is estimated, for every valid example', async () => {
    const picture = await referenceImage({ ...firstReference, format: 'png' });
    vi.stubGlobal('fetch', async () => new Response(picture));
    using gateway = createMockGateway({ models, isFrozen: true });
    const client = createClient({ ...gateway, apiKey: 'sk-mock' });
    const tasks = examples('valid').filter(({ operation }) => operation !== 'createChatCompletion');
    expect(new Set(tasks.map(({ operation }) => operation))).toEqual(new Set(['createImage', 'createVideo']));
    for (const { name, operation, request } of tasks) {
      await gateway.reset();
      const { data } = await client.operations[operation as 'createImage'](request as never);
      const { remain_balance: left } = await client.balance.account();
      const { holdUsd, priceUsd, size, count } = estimate(request as never, { models, firstReference });
      expect(1000 - left, name).toBeCloseTo(Number(holdUsd), 9);
      await gateway.control.setClock({ advance: '1h' });
      const { cost, result } = await client.tasks.resume(data[0]?.task_id ?? '').wait();
      expect(cost, name).toBeCloseTo(Number(priceUsd), 9);
      const made = result?.images?.[0] ?? result?.videos?.[0];
      expect(made?.sizes, name).toEqual(Array(count).fill(`${size.width}x${size.height}`));
    }
    vi.unstubAllGlobals();
  });

  test('validate and the gateway agree on every example, those of the text model included', async () => {
    using mock = createMock({ models, isFrozen: true });
    const client = createClient({ ...mock, maxRetries: 0 });
    for (const { name, operation, request } of [...examples('valid'), ...examples('invalid')]) {
      const { model } = request;
      const refusal = await client.operations[operation](request as never).catch((error) => error);
      // References do not exist.
      if (refusal.reason === 'invalid_reference') continue;
      expect(validate(request, { models }), `${name} (${model})`).toEqual(refusal.violations ?? []);
    }
    expect(examples('invalid').some(({ operation }) => operation === 'createChatCompletion')).toBe(true);
  });

  test('the models of the package stay, and text is not estimated', () => {
    expect(estimate({ model: 'qx-image-3.0', prompt: 'A boat' } as never, { models }).holdUsd).toBe('0.03');
    const text = { model: 'scribe-1.0', messages: [] };
    expect(() => estimate(text as never, { models })).toThrow(InvalidRequestError);
    expect(validate(boat)).toMatchObject([{ message: 'There is no model "paper-1.0".' }]);
  });

  test('it has schemas and the document', async () => {
    using mock = createMock({ models });
    const read = async (path: string) => (await mock.fetch(mock.baseUrl + path)).json();
    expect(await read('/schemas/scribe-1.0.json')).toMatchObject({ title: 'Scribe10' });
    expect(JSON.stringify(await read('/openapi.json'))).toContain('reel-1.0');
    expect(await read('/openapi.yaml')).toMatchObject({ openapi: '3.1.0' });
  });
});

describe('with the folder', () => {
  test('a started mock has its models', async () => {
    await using mock = await startMock({ models: folder, speed: 100 });
    const task = await createClient(mock).operations.createImage(boat as never);
    const { result, cost } = await createClient(mock)
      .tasks.resume(task.data[0]?.task_id ?? '')
      .wait({ pollMs: 20 });
    expect([result?.images?.[0]?.sizes, cost]).toEqual([['1216x832'], 0.02]);
  });

  test('mocks with different models live in one program', async () => {
    using without = createMock();
    using with_ = createMock({ models: await loadModels(pathToFileURL(folder)) });
    const ids = async ({ fetch, baseUrl, apiKey }: typeof without) =>
      (await createClient({ fetch, baseUrl, apiKey }).models.list()).data.map(({ id }) => id);
    expect(await ids(with_)).toEqual(expect.arrayContaining(['paper-1.0', 'qx-image-3.0']));
    expect(await ids(without)).not.toContain('paper-1.0');
  });

  test('tables are generated once', async () => {
    const onMiss = vi.fn();
    const { models: found } = await prepareModels(folder, onMiss);
    expect(found.map(({ name }) => name)).toContain('Paper10.json');
    expect(onMiss).not.toHaveBeenCalled();
  });

  test('problems and a folder that is none are errors of their own', async () => {
    const example = own.read(MODEL);
    own.write(MODEL, example.replace('self.resolution !=', 'self.resolutoin !='));
    const line = example.split('\n').findIndex((text) => text.includes('self.resolution !=')) + 1;
    const file = join(own.cwd, MODEL);
    const error = await startMock({ models: folder }).catch((reason) => reason);
    expect(error).toBeInstanceOf(ModelsError);
    expect(error.problems).toMatchObject([{ file, line, message: expect.stringContaining('resolutoin') }]);
    expect(error.message.split('\n')).toEqual([
      expect.stringContaining(`${file}:${line}: CEL does not fit`),
      `1 problem in ${folder}.`,
    ]);
    own.write(MODEL, example);
    await expect(loadModels('nowhere')).rejects.toThrow(new ModelsError('nowhere: there is no such folder.'));
  });
});
