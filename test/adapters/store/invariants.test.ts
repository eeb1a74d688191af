import { describe } from 'vitest';
import { openMemory, openPostgresStores, openSqlite } from '../../support/open-store.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { describeInvariants } from '../../support/store-contract/invariants.ts';

const seed = { keys: [], deposits: {}, idempotencySeconds: 100 };

describe('memory', () => describeInvariants(async () => [(await openMemory(seed)).store], { numRuns: 100 }));

describe('SQLite', () => describeInvariants(async () => [(await openSqlite(seed)).store], { numRuns: 40 }));

describe.skipIf(!hasPostgres)('PostgreSQL, two processes', () =>
  describeInvariants(async () => (await openPostgresStores(2, seed)).map(({ store }) => store), {
    numRuns: 40,
  }),
);
