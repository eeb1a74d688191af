import { hash, randomBytes } from 'node:crypto';
import { policies } from '../../../generated/policies.ts';
import { formatUsd, type NanoUsd, parseUsd } from '../../contract/money.ts';
import type { ApiKey } from '../../gateway/ports/store.ts';
import type { Flags } from '../../node/config/config.ts';
import { findAmountFault, findDepositFault, MAX_PAYMENT } from '../options/amount.ts';
import {
  A_NAME,
  A_RATIO,
  findQuotaFault,
  formatLimit,
  formatQuota,
  isName,
  isRatio,
  parseLimit,
  parseNames,
} from '../options/key-options.ts';
import { findMisspelled } from '../options/misspelled-models.ts';
import { refuse, refuseSetting } from '../options/refusal.ts';
import { findUndefinedGroup } from '../options/undefined-group.ts';
import { ensureWebhookSecrets } from '../options/webhook-secret.ts';
import { toTable } from '../print-table.ts';
import { type ActionContext, type Outcome, type StoreCommand, sharedUsage } from './store-command.ts';

const USAGE = `gatewright keys <action> [options]

Manages the API keys of the durable gateway.

  gatewright keys create --account acme --credit 25 --limit 100/60

  create             create a key; it is printed once and cannot be shown again
    --account ID       account that the key belongs to (default: a new one)
    --models A,B       models that it may list and use (default: all)
    --group NAME       group of the key (default "default"); see: gatewright help groups
    --group-ratio R    price ratio of the key in a group that is not defined, such as 0.8 (default 1)
    --quota USD        the most that may be charged through the key, such as 5.00 (default: no quota)
    --limit N/S        at most N requests in S seconds (default: no limit)
    --credit USD       credit the account with this amount, such as 25.50
  list               list all keys, by id
  revoke KEY         revoke a key; KEY is its id, or the key itself
  limit KEY N/S      change its rate limit; "none" removes it
  quota KEY USD      change its quota; "none" removes it

${sharedUsage(19)}`;

const ID_LENGTH = 12;
const HINT_LENGTH = 8;
const SECRET_BYTES = 32;

const OPTIONS = {
  account: { type: 'string' },
  models: { type: 'string' },
  group: { type: 'string' },
  'group-ratio': { type: 'string' },
  quota: { type: 'string' },
  limit: { type: 'string' },
  credit: { type: 'string' },
} as const;

/** `gatewright keys`: the keys of a durable gateway, for its operator. */
export const keysCommand: StoreCommand = {
  name: 'keys',
  usage: USAGE,
  options: OPTIONS,
  actions: {
    create: { words: [], options: Object.keys(OPTIONS), makesDatabase: true, check: readNewKey, run: create },
    list: { words: [], run: list },
    revoke: { words: ['KEY'], run: revoke },
    limit: { words: ['KEY', 'N/S'], run: limit },
    quota: { words: ['KEY', 'USD'], run: quota },
  },
};

async function create({ store, flags, now }: ActionContext): Promise<Outcome> {
  const wanted = readNewKey(flags);
  const groups = await store.listGroups();
  const group = groups.find(({ name }) => name === wanted.key.group);
  if (group && flags['group-ratio'] !== undefined)
    refuseSetting(
      'group-ratio',
      wanted.key.groupRatio,
      `be left out: the group ${group.name} is defined, with the ratio ${group.ratio}`,
    );
  const full = findDepositFault(await store.findAccount(wanted.key.accountId), wanted.credit);
  if (full) refuseSetting('credit', formatUsd(wanted.credit), full);
  const text = `sk-${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const key: ApiKey = {
    ...wanted.key,
    ...(group ? { groupRatio: group.ratio } : {}),
    digest: hash('sha256', text),
    hint: text.slice(0, HINT_LENGTH),
  };
  // Everything that can fail comes first: a key that is created but not shown is useless.
  const ofGroup = flags['group-ratio'] === undefined ? findUndefinedGroup(key.group, groups) : undefined;
  const ofModels = await findMisspelled(key.models ?? []);
  const [webhookSecret = ''] = await ensureWebhookSecrets(store, key.accountId);
  await store.saveKey(key);
  if (wanted.credit > 0n) await store.deposit(key.accountId, wanted.credit, now);
  const account = await store.findAccount(key.accountId);
  const available = formatUsd(account?.available ?? 0n);
  const facts = [
    ['key', text],
    ['id', idOf(key)],
    ['account', key.accountId],
    ['available', `${available} USD`],
    ['callbacks', `signed with ${webhookSecret}`],
  ];
  const lines = facts.map(([name = '', value = '']) => `  ${name.padEnd(10)} ${value}\n`).join('');
  return {
    text: `Store the key now: it is shown only once, and only its digest is saved.\n\n${lines}`,
    data: { ...toData(key), key: text, available, webhook_secret: webhookSecret },
    warnings: [ofGroup, ofModels].filter((warning) => warning !== undefined),
  };
}

const A_LIMIT = 'be requests/seconds, such as 100/60, or none';

function readNewKey(flags: Flags) {
  const option = (name: string, fallback: string) => {
    const value = flags[name];
    return typeof value === 'string' ? value : fallback;
  };
  const accountId = option('account', `acct_${randomBytes(8).toString('hex')}`);
  const group = option('group', policies.billing.default_group);
  for (const [flag, name] of Object.entries({ account: accountId, group }))
    if (!isName(name)) refuseSetting(flag, name, A_NAME);
  const groupRatio = option('group-ratio', '1');
  if (!isRatio(groupRatio)) refuseSetting('group-ratio', groupRatio, A_RATIO);
  const rateLimit =
    parseLimit(option('limit', 'none')) ?? refuseSetting('limit', option('limit', ''), A_LIMIT);
  const credit = option('credit', '0');
  const creditFault = findAmountFault(credit, MAX_PAYMENT);
  if (creditFault) refuseSetting('credit', credit, creditFault);
  const quotaText = option('quota', 'none');
  const quotaFault = findQuotaFault(quotaText);
  if (quotaFault) refuseSetting('quota', quotaText, quotaFault);
  const models =
    flags.models === undefined
      ? undefined
      : (parseNames(option('models', '')) ??
        refuseSetting(
          'models',
          option('models', ''),
          'name at least one model, or be left out if the key may use all',
        ));
  const key: Omit<ApiKey, 'digest' | 'hint'> = {
    accountId,
    models,
    group,
    groupRatio,
    ...(quotaText === 'none' ? {} : { quota: parseUsd(quotaText) }),
    ...(rateLimit === 'none' ? {} : { rateLimit }),
  };
  return { key, credit: parseUsd(credit) };
}

async function list({ store }: ActionContext): Promise<Outcome> {
  const keys = await store.listKeys();
  const rows = keys.map((key) => [
    idOf(key),
    `${key.hint ?? ''}...`,
    key.accountId,
    key.models?.join(',') ?? 'all',
    key.group,
    key.groupRatio,
    formatQuota(key.quota),
    formatLimit(key.rateLimit),
    key.isRevoked ? 'revoked' : 'active',
  ]);
  const headings = ['ID', 'KEY', 'ACCOUNT', 'MODELS', 'GROUP', 'RATIO', 'QUOTA USD', 'LIMIT', 'STATE'];
  const text =
    rows.length === 0
      ? 'There are no keys. Create one with: gatewright keys create\n'
      : toTable(headings, rows);
  return { text, data: keys.map(toData) };
}

async function revoke({ store, words: [word = ''] }: ActionContext): Promise<Outcome> {
  const key = findOne(await store.listKeys(), word);
  const revoked = await store.changeKey(key.digest, (current) => ({ ...current, isRevoked: true }));
  return { text: `Key ${idOf(key)} of ${key.accountId} is revoked.\n`, data: toData(revoked) };
}

async function limit({ store, words: [word = '', wanted = ''] }: ActionContext): Promise<Outcome> {
  const parsed = parseLimit(wanted) ?? refuse(`The limit must ${A_LIMIT}; got ${wanted}.`);
  const key = findOne(await store.listKeys(), word);
  const changed = await store.changeKey(key.digest, (current) => {
    const { rateLimit: _, ...unlimited } = current;
    return parsed === 'none' ? unlimited : { ...unlimited, rateLimit: parsed };
  });
  const text = `Key ${idOf(key)} of ${key.accountId} now has the rate limit ${formatLimit(changed.rateLimit)}.\n`;
  return { text, data: toData(changed) };
}

async function quota({ store, words: [word = '', wanted = ''] }: ActionContext): Promise<Outcome> {
  const fault = findQuotaFault(wanted);
  if (fault) refuse(`The quota must ${fault}; got ${wanted}.`);
  const key = findOne(await store.listKeys(), word);
  const changed = await store.changeKey(key.digest, (current) => {
    const { quota: _, ...unlimited } = current;
    return wanted === 'none' ? unlimited : { ...unlimited, quota: parseUsd(wanted) };
  });
  const text = `Key ${idOf(key)} of ${key.accountId} now has ${describeQuota(changed.quota)}.\n`;
  return { text, data: toData(changed) };
}

function describeQuota(amount: NanoUsd | undefined): string {
  return amount === undefined ? 'no quota of its own' : `a quota of ${formatUsd(amount)} USD`;
}

/** The key that a word refers to. The text of a key is never quoted. */
function findOne(keys: readonly ApiKey[], word: string): ApiKey {
  if (word.startsWith('sk-')) {
    const digest = hash('sha256', word);
    return keys.find((key) => key.digest === digest) ?? refuse('Unknown key. See: gatewright keys list');
  }
  const found = /^[\da-f]{4,64}$/.test(word) ? keys.filter(({ digest }) => digest.startsWith(word)) : [];
  const [only, ...others] = found;
  if (!only) return refuse(`There is no key with the id "${word}". See: gatewright keys list`);
  if (others.length > 0) refuse(`The id "${word}" matches ${found.length} keys: specify more characters.`);
  return only;
}

function idOf({ digest }: ApiKey): string {
  return digest.slice(0, ID_LENGTH);
}

function toData(key: ApiKey): object {
  const { accountId, models, quota, group, groupRatio, hint, rateLimit, isRevoked = false } = key;
  return {
    id: idOf(key),
    hint: hint ?? null,
    account: accountId,
    models: models ?? null,
    group,
    group_ratio: groupRatio,
    quota: quota === undefined ? null : formatUsd(quota),
    limit: rateLimit ? formatLimit(rateLimit) : null,
    revoked: isRevoked,
  };
}
