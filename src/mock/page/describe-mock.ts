import { formatUsd } from '../../contract/money.ts';
import { toClock } from '../control/clock.ts';
import type { ControlSchemas } from '../control/control-call.ts';
import type { Documents } from '../documents.ts';
import { presetAccounts } from '../sessions/accounts.ts';
import type { MockSession } from '../sessions/session.ts';
import { describePrice } from './describe-price.ts';

/** A description of a mock for programs; the page for people is rendered from it. */
export type MockDescription = ControlSchemas['MockDescription'];

/** Describes a session of a mock at a base address. */
export async function describeMock(session: MockSession, baseUrl: string): Promise<MockDescription> {
  return {
    object: 'mock',
    name: 'gatewright mock',
    description: ABOUT,
    base_url: baseUrl,
    clock: toClock(session),
    keys: await Promise.all(presetAccounts().map((account) => toKey(session, account))),
    models: session.catalogue.models.map(({ identity: { id, category, endpoints }, prices }) => ({
      id,
      category,
      endpoints: [...endpoints],
      price: [...describePrice(prices)],
      schema_url: `${baseUrl}/schemas/${id}.json`,
    })),
    control: [...(await listControlOperations(session.documents))],
    links: {
      control: `${baseUrl}/__mock`,
      control_document: `${baseUrl}/__mock/openapi.json`,
      document: `${baseUrl}/openapi.json`,
      document_yaml: `${baseUrl}/openapi.yaml`,
      health: `${baseUrl}/healthz`,
    },
  };
}

const ABOUT =
  'A stateful gateway to generative models that runs in memory: every operation, exact money, callbacks, and results that are drawn on this machine.';

async function toKey(
  { store, digest }: MockSession,
  { key, purpose }: { readonly key: string; readonly purpose: string },
) {
  const known = await store.findKey(digest.sha256(key));
  const account = known && (await store.findAccount(known.accountId));
  return { key, purpose, balance: formatUsd(account?.available ?? 0n) };
}

type ControlDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
};

/** The operations of the control plane's own document. */
async function listControlOperations(documents: Documents) {
  const { paths } = JSON.parse(await documents.read('mock-openapi.json')) as ControlDocument; // checked by the generator
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { summary }]) =>
      summary === undefined ? [] : [{ method: method.toUpperCase(), path, summary }],
    ),
  );
}
