import { mockParameters } from '../../../generated/mock-fields.ts';
import { policies } from '../../../generated/policies.ts';
import { formatUsd, parseUsd } from '../../contract/money.ts';
import { quote } from '../../contract/quote.ts';
import { isWebhookSecret, SECRET_FORM } from '../../contract/signature.ts';
import type { ApiKey, Store } from '../../gateway/ports/store.ts';
import { hintOf, MOCK_WEBHOOK_SECRET } from '../sessions/accounts.ts';
import type { MockSession } from '../sessions/session.ts';
import { type ControlCall, type ControlSchemas, readControlBody, refuseValue } from './control-call.ts';
import { type ControlResponse, refuse } from './control-response.ts';

type Change = ControlSchemas['MockAccountChange'];

const { maxLength: LONGEST_KEY, pattern: KEY } = mockParameters.AccountKey;

const UNKNOWN_KEY = 'shares_account_with must be an existing key; got';
const KEEPS_ACCOUNT =
  'shares_account_with can only be set when the key is created: an existing key keeps its account';

/** `GET /__mock/accounts/{key}`. */
export async function getAccount({ session, parameters: [key = ''] }: ControlCall): Promise<ControlResponse> {
  const known = await session.store.findKey(session.digest.sha256(key));
  if (!known) return refuse('not_found', noAccount(key.slice(0, policies.wording.max_id_characters)));
  return { status: 200, body: await toAccount(session.store, key, known) };
}

function noAccount(key: string): string {
  return `There is no account with the key ${key}: PUT /__mock/accounts/${key} creates it.`;
}

/** `PUT /__mock/accounts/{key}`: creates the key and its account, or changes what the body names. */
export async function putAccount(call: ControlCall): Promise<ControlResponse> {
  const { session, request, parameters } = call;
  const [key = ''] = parameters;
  if (key.length > LONGEST_KEY || !new RegExp(KEY).test(key)) {
    const message = `key must be 1 to ${LONGEST_KEY} visible ASCII characters; got ${quote(key)}`;
    return refuseValue('key', 'pattern', message);
  }
  const read = await readControlBody(request, 'putMockAccount');
  if (read.kind === 'refused') return read.response;
  const { webhook_secret: secret, shares_account_with: sharesWith } = read.body;
  if (secret !== undefined && !isWebhookSecret(secret)) {
    return refuseValue('/webhook_secret', 'secret', `webhook_secret must be whsec_ and ${SECRET_FORM}`);
  }
  const digest = session.digest.sha256(key);
  const known = await session.store.findKey(digest);
  const other =
    sharesWith === undefined ? known : await session.store.findKey(session.digest.sha256(sharesWith));
  const accountId = other?.accountId ?? (sharesWith === undefined ? key : undefined);
  if (accountId === undefined || (known && known.accountId !== accountId)) {
    return refuseValue(
      '/shares_account_with',
      'account',
      known ? KEEPS_ACCOUNT : `${UNKNOWN_KEY} ${quote(sharesWith)}`,
    );
  }
  const changed = changeKey(known ?? newKey(key, { digest, accountId }), read.body);
  await session.store.saveKey(changed);
  const isNew = !known && accountId === key;
  await changeAccount(session, accountId, { change: read.body, isNew });
  return { status: 200, body: await toAccount(session.store, key, changed) };
}

function newKey(key: string, { digest, accountId }: Pick<ApiKey, 'digest' | 'accountId'>): ApiKey {
  return {
    digest,
    accountId,
    models: undefined,
    group: policies.billing.default_group,
    groupRatio: '1',
    hint: hintOf(key),
  };
}

function changeKey(key: ApiKey, change: Change): ApiKey {
  const {
    models,
    rate_limit: rateLimit,
    quota: wanted,
    group = key.group,
    group_ratio: groupRatio = key.groupRatio,
  } = change;
  const { rateLimit: before, quota: quotaBefore, ...rest } = key;
  const limit = rateLimit === undefined ? before : (rateLimit ?? undefined);
  const quota = wanted ? parseUsd(wanted) : wanted === undefined ? quotaBefore : undefined;
  return {
    ...rest,
    models: models === undefined ? key.models : (models ?? undefined),
    group,
    groupRatio,
    ...(quota === undefined ? {} : { quota }),
    ...(limit ? { rateLimit: limit } : {}),
  };
}

async function changeAccount(
  { store, clock }: MockSession,
  accountId: string,
  { change, isNew }: { readonly change: Change; readonly isNew: boolean },
): Promise<void> {
  const secret = change.webhook_secret ?? (isNew ? MOCK_WEBHOOK_SECRET : undefined);
  if (secret !== undefined) await store.saveWebhookSecrets(accountId, [secret]);
  if (change.balance === undefined) return;
  const account = await store.findAccount(accountId);
  const missing = parseUsd(change.balance) - (account?.available ?? 0n);
  if (missing !== 0n) await store.deposit(accountId, missing, clock.now());
}

async function toAccount(
  store: Store,
  key: string,
  { accountId, models, quota, group, groupRatio, rateLimit }: ApiKey,
): Promise<ControlSchemas['MockAccount']> {
  const account = await store.findAccount(accountId);
  const [secret] = await store.findWebhookSecrets(accountId);
  return {
    key,
    balance: formatUsd(account?.available ?? 0n),
    held: formatUsd(account?.held ?? 0n),
    used: formatUsd(account?.used ?? 0n),
    models: models ? [...models] : null,
    quota: quota === undefined ? null : formatUsd(quota),
    group,
    group_ratio: groupRatio,
    rate_limit: rateLimit ?? null,
    webhook_secret: secret ?? null,
  };
}
