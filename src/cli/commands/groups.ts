import type { KeyGroup } from '../../adapters/store/durable-store.ts';
import type { Flags } from '../../node/config/config.ts';
import { A_NAME, A_RATIO, isName, isRatio, parseNames } from '../options/key-options.ts';
import { findMisspelled } from '../options/misspelled-models.ts';
import { refuse, refuseSetting } from '../options/refusal.ts';
import { toTable } from '../print-table.ts';
import { type ActionContext, type Outcome, type StoreCommand, sharedUsage } from './store-command.ts';

const USAGE = `gatewright groups <action> [options]

Manages the groups of API keys. A group has a price ratio, and may restrict its keys to some models.

  gatewright groups set partners --ratio 0.8 --models sx-5-0-pro,vxq3
  gatewright keys create --group partners

  set NAME           define a group or change it, at once for all its keys
    --ratio R          price ratio, such as 0.8 (default: unchanged; 1 for a new group)
    --models A,B       models that its keys may list and use; "all" for all (default: unchanged; all for a new group).
                       A key with its own --models may use those on both lists
  list               list all groups, by name

${sharedUsage(19)}`;

const OPTIONS = { ratio: { type: 'string' }, models: { type: 'string' } } as const;

/** `gatewright groups`: the groups of keys of a durable gateway, for its operator. */
export const groupsCommand: StoreCommand = {
  name: 'groups',
  usage: USAGE,
  options: OPTIONS,
  actions: {
    set: { words: ['NAME'], options: Object.keys(OPTIONS), makesDatabase: true, check: readTerms, run: set },
    list: { words: [], run: list },
  },
};

async function set({ store, flags, words: [name = ''] }: ActionContext): Promise<Outcome> {
  if (!isName(name)) refuse(`The name must ${A_NAME}; got ${name}.`);
  const terms = readTerms(flags);
  const unset: KeyGroup = { name, ratio: '1', models: undefined };
  const group = await store.changeGroup(name, (known = unset) => ({ ...known, ...terms }));
  const warning = await findMisspelled(group.models ?? []);
  return {
    text: toTable(HEADINGS, [toRow(group)]),
    data: toData(group),
    warnings: warning === undefined ? [] : [warning],
  };
}

/** The terms that are given. */
function readTerms({ ratio, models }: Flags): Partial<Pick<KeyGroup, 'ratio' | 'models'>> {
  if (typeof ratio === 'string' && !isRatio(ratio)) refuseSetting('ratio', ratio, A_RATIO);
  return {
    ...(typeof ratio === 'string' ? { ratio } : {}),
    ...(typeof models === 'string' ? { models: models === 'all' ? undefined : readModels(models) } : {}),
  };
}

function readModels(text: string): readonly string[] {
  return parseNames(text) ?? refuseSetting('models', text, 'name at least one model, or be all');
}

async function list({ store }: ActionContext): Promise<Outcome> {
  const groups = await store.listGroups();
  const text =
    groups.length === 0
      ? 'There are no groups. Define one with: gatewright groups set NAME\n'
      : toTable(HEADINGS, groups.map(toRow));
  return { text, data: groups.map(toData) };
}

const HEADINGS = ['GROUP', 'RATIO', 'MODELS'];

function toRow({ name, ratio, models }: KeyGroup): readonly string[] {
  return [name, ratio, models?.join(',') ?? 'all'];
}

function toData({ name, ratio, models }: KeyGroup): object {
  return { group: name, ratio, models: models ?? null };
}
