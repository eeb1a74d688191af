import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { installPython, pythonEnvironment } from '../../support/python-package.ts';
import { until } from '../../support/until.ts';
import { readOperations } from './document-operations.ts';
import { startLiar } from './liar.ts';
import { type Ended, runProgram, startMock } from './processes.ts';
import { countAnswers } from './schemathesis-events.ts';
import type { Finding, Setting, Witness } from './witness.ts';

const PACKAGE = 'schemathesis==4.32.5';
/** The document that describes streams event by event: before 3.2 Schemathesis takes a whole stream for one event. */
const DOCUMENT = resolve(import.meta.dirname, '../../../generated/openapi-3.2.json');
const HOOKS = join(import.meta.dirname, 'schemathesis-hooks.py');
const AUTHORIZATION = { authorization: 'Bearer sk-mock', 'content-type': 'application/json' };
const START = 'from schemathesis.cli import schemathesis as run; run()';
/**
 * Ten random requests for each operation, in addition to some hundred derived from its schemas. The speed of the machine does not matter.
 * One worker: with two, CPython 3.11 occasionally fails in its parser (`AST constructor recursion depth mismatch`).
 */
const BOUNDS = [
  ...['--seed', '20261122', '--max-examples', '10', '--workers', '1'],
  ...['--continue-on-failure', '--no-shrink', '--suppress-health-check', 'all', '--report', 'ndjson'],
];

/** Requests that Schemathesis generates from the published document, valid and invalid ones. */
export const schemathesis: Witness = { name: 'Schemathesis against the mock', run };

async function run({ folder }: Setting): Promise<Finding> {
  const installed = await installPython(PACKAGE);
  if ('reason' in installed) {
    const { reason } = installed;
    return { looked: '-', skipped: reason, faults: process.env.CI ? [`CI needs it. ${reason}`] : [] };
  }
  await using mock = await startMock(['--speed', '1000']);
  const task = await makeImage(mock.baseUrl);
  const config = join(folder, 'schemathesis.toml');
  await writeFile(config, toConfig(task));
  const picture = `${mock.baseUrl}/files/${task}/0.png`;
  const start = (baseUrl: string, options: readonly string[]): Promise<Ended> =>
    runProgram(
      ['python3', '-c', START, '--config-file', config, 'run', DOCUMENT, '--url', baseUrl, ...options],
      {
        at: folder,
        env: { ...pythonEnvironment(installed.packages), NO_PROXY: '127.0.0.1', PICTURE: picture },
      },
    );
  const blind = await expectSight(start);
  const events = join(folder, 'events.ndjson');
  const { code, text } = await start(mock.baseUrl, [...BOUNDS, '--report-ndjson-path', events]);
  const answers = countAnswers(await readFile(events, 'utf8').catch(() => ''));
  const operations = readOperations(DOCUMENT).map(({ label }) => label);
  const unmet = operations.filter((label) => !answers.succeeded.has(label));
  return {
    looked: `${answers.count} answers of ${operations.length - unmet.length} operations`,
    faults: [
      ...blind,
      ...(code === 0 ? [] : [toFindings(text)]),
      ...unmet.map((label) => `Schemathesis got no successful answer of ${label}`),
    ],
  };
}

/** What Schemathesis found, without its progress: failures of the gateway, or errors of its own, such as a broken connection. */
function toFindings(text: string): string {
  const at = text.search(/=+ (?:ERRORS|FAILURES) =+/u);
  return at === -1 ? text : text.slice(at);
}

/** Schemathesis must report a deliberately broken gateway; otherwise its silence proves nothing. */
async function expectSight(
  start: (baseUrl: string, options: readonly string[]) => Promise<Ended>,
): Promise<readonly string[]> {
  await using liar = await startLiar();
  const only = ['--include-operation-id', 'listModels', '--phases', 'fuzzing', '--max-examples', '1'];
  const { text } = await start(liar.baseUrl, [...only, '--checks', 'response_schema_conformance']);
  return text.includes('Response violates schema')
    ? []
    : [`Schemathesis does not see a wrong list of models: ${text}`];
}

/**
 * A key, a task with a file, and what is not checked: valid requests may be rejected (a rule between fields, an unknown model), and in
 * the union of image models Schemathesis considers invalid what one model accepts and another does not.
 */
function toConfig(task: string): string {
  return `
hooks = ${JSON.stringify(HOOKS)}

[auth.openapi.bearerAuth]
bearer = "sk-mock"

[checks]
positive_data_acceptance.enabled = false

[[operations]]
include-operation-id = "createImage"
checks.negative_data_rejection.enabled = false

[[operations]]
include-operation-id = "getTask"
parameters = { task_id = "${task}" }

[[operations]]
include-operation-id = "getFile"
parameters = { "path.task_id" = "${task}", "path.file" = "0.png" }
`;
}

/** Generates an image and returns the id of its task when it has ended. */
async function makeImage(baseUrl: string): Promise<string> {
  const body = JSON.stringify({ model: 'qx-image-3.0', prompt: 'A paper boat', size: '1:1' });
  const response = await fetch(`${baseUrl}/v1/images/generations`, {
    method: 'POST',
    headers: AUTHORIZATION,
    body,
  });
  const { data } = (await response.json()) as { readonly data: readonly { readonly task_id: string }[] };
  const task = data[0]?.task_id ?? '';
  await until('the image is there', async () => {
    const record = await fetch(`${baseUrl}/v1/tasks/${task}`, { headers: AUTHORIZATION });
    const { status } = (await record.json()) as { readonly status: string };
    return status === 'success';
  });
  return task;
}
