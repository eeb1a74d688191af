import { listOperations } from '../../scripts/contract/documents/parts.ts';
import { memberOf, toList, toText } from '../../scripts/contract/json.ts';
import { describeSamples } from '../../scripts/docs/samples/model-samples.ts';
import { operationSamples } from '../../scripts/docs/samples/operation-samples.ts';
import { readSiteContract } from '../../scripts/docs/site-contract.ts';
import type { StartedMock } from '../../src/node/programs/start-mock.ts';

/** A program of the site, named by its model or its operation. */
export interface SiteSample {
  readonly name: string;
  readonly text: string;
}

/** The samples of the site in a language, by its title, as programs for a mock: one for each model, and one for each operation. */
export async function siteSamples(
  language: string,
  { baseUrl, apiKey }: StartedMock,
): Promise<readonly SiteSample[]> {
  const site = await readSiteContract([]);
  const parts = { ...site, mock: { baseUrl, apiKey } };
  const taskId = await submitTask(baseUrl, apiKey);
  const models = site.contract.models.map((model) => ({
    name: model.id,
    text: blockOf(describeSamples(model, parts), language),
  }));
  const operations = listOperations(site.contract.document).map((operation) => ({
    name: toText(operation.operationId),
    text: operationSamples(operation, parts, taskId).find(({ label }) => label === language)?.source ?? '',
  }));
  return [...models, ...operations];
}

/** How many programs run side by side: most of their time they wait for a task. */
const SIDE_BY_SIDE = 8;

/** What each sample prints, by its name. `run` runs some of them and gives what they print, after a line `== name` each. */
export async function runSamples(
  samples: readonly SiteSample[],
  run: (some: readonly SiteSample[]) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const parts = Array.from({ length: SIDE_BY_SIDE }, (_, part) =>
    samples.filter((_sample, index) => index % SIDE_BY_SIDE === part),
  );
  const output = (await Promise.all(parts.map(run))).join('\n');
  const printed = output
    .split(/^== /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n')).trim()]);
  return Object.fromEntries(printed);
}

function blockOf(tabs: string, language: string): string {
  const blocks = [...tabs.matchAll(/```\w+ \[(.+?)\]\n(.*?)```/gs)];
  return blocks.find(([, title]) => title === language)?.[2] ?? '';
}

async function submitTask(baseUrl: string, apiKey: string): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'qx-image-3.0', prompt: 'A lighthouse' }),
  });
  const [task] = toList(memberOf(await response.json(), 'data'));
  return toText(memberOf(task, 'task_id'));
}
