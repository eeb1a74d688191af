import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT_FILE, readProject } from '../../src/cli/own-models/read-project.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';
import { callCommand } from './call-command.ts';

/** A port that is in use until the end of the test. */
async function takenPort(): Promise<number> {
  const server = createServer();
  onTestFinished(() => closeServer(server));
  return listenOnLoopback(server);
}

/** A new current folder until the end of the test. */
function enterFolder(): string {
  const [folder, former] = [mkdtempSync(join(tmpdir(), 'gatewright-project-')), process.cwd()];
  onTestFinished(() => {
    process.chdir(former);
    rmSync(folder, { recursive: true });
  });
  process.chdir(folder);
  return folder;
}

test('a mock has the options of the project, and flags take precedence', async () => {
  const [own, given] = [await takenPort(), await takenPort()];
  writeFileSync(join(enterFolder(), 'gatewright.config.json'), JSON.stringify({ mock: { port: own } }));
  const inUse = (port: number) => expect.stringContaining(`Port ${port} is in use`);
  expect(await callCommand('mock')).toMatchObject({ code: 2, err: inUse(own) });
  expect(await callCommand('mock', '--port', String(given))).toMatchObject({ code: 2, err: inUse(given) });
});

test('the file of the project is read, and nothing is set without it', () => {
  enterFolder();
  expect(readProject()).toEqual({ mock: [] });
  const mock = { port: 9000, quiet: true, json: false, clock: 'manual' };
  writeFileSync(PROJECT_FILE, JSON.stringify({ models: 'ours', mock, generate: { out: 'generated' } }));
  expect(readProject()).toEqual({
    models: 'ours',
    mock: ['--port=9000', '--quiet', '--clock=manual'],
    out: 'generated',
  });
});

test.each([
  ['[]', 'the file must be one JSON object.'],
  ['null', 'the file must be one JSON object.'],
  ['{"model": "ours"}', 'there is no setting "model". Did you mean models?'],
  ['{"zzzzzzzz": 1}', 'there is no setting "zzzzzzzz".'],
  ['{"models": ""}', 'models must be the path of a folder.'],
  ['{"models": 1}', 'models must be the path of a folder.'],
  ['{"mock": []}', 'mock must be one JSON object.'],
  ['{"mock": {"port": null}}', 'mock.port must be text, a number, true or false.'],
  ['{"generate": "out"}', 'generate must be one JSON object.'],
  ['{"generate": {"outs": "a"}}', 'there is no setting "outs". Did you mean out?'],
  ['{"generate": {"out": 1}}', 'generate.out must be the path of a folder.'],
])('a project file of %s is refused', (text, why) => {
  enterFolder();
  writeFileSync(PROJECT_FILE, text);
  expect(() => readProject()).toThrow(`gatewright.config.json: ${why}`);
});

test('a project file that cannot be read is refused', () => {
  mkdirSync(join(enterFolder(), PROJECT_FILE));
  expect(() => readProject()).toThrow(/^gatewright\.config\.json: [^.]+\.$/);
});
