import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';
import { callCommand } from './call-command.ts';

/** A port that is in use until the end of the test. */
async function takenPort(): Promise<number> {
  const server = createServer();
  onTestFinished(() => closeServer(server));
  return listenOnLoopback(server);
}

test('a mock has the options of the project, and flags take precedence', async () => {
  const [own, given] = [await takenPort(), await takenPort()];
  const [folder, former] = [mkdtempSync(join(tmpdir(), 'gatewright-project-')), process.cwd()];
  onTestFinished(() => {
    process.chdir(former);
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'gatewright.config.json'), JSON.stringify({ mock: { port: own } }));
  process.chdir(folder);
  const inUse = (port: number) => expect.stringContaining(`Port ${port} is in use`);
  expect(await callCommand('mock')).toMatchObject({ code: 2, err: inUse(own) });
  expect(await callCommand('mock', '--port', String(given))).toMatchObject({ code: 2, err: inUse(given) });
});
