import { MOCK_KEY, presetAccounts } from '../mock/sessions/accounts.ts';
import type { PreparedModels } from '../own-models/prepare-models.ts';
import type { MockCommandOptions } from './options/mock-options.ts';
import { listIds } from './own-models/prepare-models.ts';

/** What is printed when a mock is ready: its address, the keys it accepts, and example commands. */
export function welcome(
  baseUrl: string,
  { speed, isFrozen, successStatus }: MockCommandOptions,
  own?: PreparedModels,
): string {
  const pace = speed === 1 ? '' : ` (clock runs at ${speed} times real time)`;
  const note = isFrozen ? ' (clock is frozen until it is advanced)' : pace;
  const others = presetAccounts().flatMap(({ key }) => (key === MOCK_KEY ? [] : [key]));
  const advance = isFrozen
    ? `\nAdvance the clock:\n\n  curl -s ${baseUrl}/__mock/clock -H 'Content-Type: application/json' -d '{"advance":"90s"}'\n`
    : '';
  const models = own
    ? `\n  models     ${listIds(own.models)}  (from ${own.folder}; changes are picked up)`
    : '';
  return `
gatewright mock is ready${note}

  base URL   ${baseUrl}
  key        sk-mock
  more keys  ${others.join(', ')}
  page       ${baseUrl}/  (models, prices, keys, commands; open it in a browser)
  control    ${baseUrl}/__mock/  (accounts, clock, scenarios, webhooks, journal, reset)${models}

Submit an image, then poll its task until "status" is "${successStatus}" and open the link:

  curl -s ${baseUrl}/v1/images/generations -H 'Authorization: Bearer sk-mock' -H 'Content-Type: application/json' -d '{"model":"qx-image-3.0","prompt":"A lighthouse at dawn","size":"16:9"}'
  curl -s ${baseUrl}/v1/tasks/TASK_ID -H 'Authorization: Bearer sk-mock'
${advance}
Press Ctrl-C to stop.
`;
}

/** A warning that other machines can reach the mock. */
export function exposureWarning(
  baseUrl: string,
  { allowPrivateAddresses }: Pick<MockCommandOptions, 'allowPrivateAddresses'>,
): string {
  const references = allowPrivateAddresses
    ? 'References at private addresses are fetched for all callers, who can probe your network with them.'
    : 'References at private addresses are fetched for callers on this machine only (--allow-private-addresses).';
  return `Warning: other machines can reach this mock (${baseUrl}). Its keys and its webhook secret are public: anyone who can reach it can use it,
fake its callbacks, and make it send callbacks into your network. ${references}
The control plane only accepts requests from this machine. Behind a proxy on this machine, all callers count as local.
`;
}

/** The same for programs: one line of JSON. */
export function toReadyLine(baseUrl: string, options: MockCommandOptions, own?: PreparedModels): string {
  const { speed, isFrozen, seed, successStatus } = options;
  const line = {
    baseUrl,
    key: MOCK_KEY,
    keys: presetAccounts().map(({ key }) => key),
    controlUrl: `${baseUrl}/__mock`,
    clock: isFrozen ? 'manual' : 'real',
    speed,
    seed,
    successStatus,
    models: own?.models.map(({ id }) => id),
    pid: process.pid,
  };
  return `${JSON.stringify(line)}\n`;
}
