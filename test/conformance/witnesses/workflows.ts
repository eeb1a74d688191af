import { copyFile, cp, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runProgram, startMock } from './processes.ts';
import type { Finding, Setting, Witness } from './witness.ts';

const root = resolve(import.meta.dirname, '../../..');
const REDOCLY = `${root}/node_modules/@redocly/cli/bin/cli.js`;
/** Tasks end soon after their submission; the first poll comes even earlier. */
const SPEED = '20';
/** A key without funds. */
const POOR = 'sk-mock-empty';

/** The published Arazzo workflows, run by `redocly respect`. */
export const workflows: Witness = { name: 'Arazzo workflows by redocly respect', run };

interface RespectReport {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly ExecutedWorkflow[] }>>;
}

interface ExecutedWorkflow {
  readonly status: string;
  readonly executedSteps: readonly { readonly checks: readonly { readonly status: string }[] }[];
}

async function run({ folder }: Setting): Promise<Finding> {
  // In another folder, as for a user: without the settings of this project.
  await copyFile(`${root}/generated/openapi.yaml`, join(folder, 'openapi.yaml'));
  await cp(`${root}/generated/workflows`, join(folder, 'workflows'), { recursive: true });
  const names = (await readdir(join(folder, 'workflows'))).sort();
  const files = names.map((name) => join(folder, 'workflows', name));
  const faults: string[] = [];
  const lint = await redocly(['lint', '--extends', 'recommended-strict', ...files]);
  if (lint.code !== 0) faults.push(lint.text);
  await using mock = await startMock(['--speed', SPEED]);
  const server = ['--server', `gateway=${mock.baseUrl}`];
  const poor = await redocly(['respect', ...files, ...server, '--input', `key=${POOR}`]);
  if (poor.code === 0) faults.push('redocly respect does not see that a key without funds is refused');
  const json = join(folder, 'respect.json');
  const respect = await redocly(['respect', ...files, ...server, '--json-output', json]);
  if (respect.code !== 0) faults.push(respect.text.slice(-4000));
  const executed = await readExecuted(json);
  const missing = names.length - executed.length;
  if (missing > 0 || names.length === 0) faults.push(`${missing} of ${names.length} workflows did not run`);
  const steps = executed.flatMap(({ executedSteps }) => executedSteps);
  const checks = steps.flatMap((step) => step.checks);
  return { looked: `${executed.length} workflows, ${steps.length} answers, ${checks.length} checks`, faults };
}

async function readExecuted(json: string): Promise<readonly ExecutedWorkflow[]> {
  const { files } = JSON.parse(await readFile(json, 'utf8')) as RespectReport; // what redocly wrote
  return Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows);
}

function redocly(parameters: readonly string[]): ReturnType<typeof runProgram> {
  return runProgram([process.execPath, REDOCLY, ...parameters]);
}
