import { describe } from 'vitest';
import { openMemory, openPostgresStores, openSqlite } from '../../support/open-store.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { describeInvariants } from '../../support/store-contract/invariants.ts';
import { describeRetentionInvariants } from '../../support/store-contract/retention-invariants.ts';

const seed = { keys: [], deposits: {}, idempotencySeconds: 100 };

describe('memory', () => describeInvariants(async () => [(await openMemory(seed)).store], { numRuns: 100 }));

const openOne = async () => [(await openSqlite(seed)).store];
const openTwo = async () => (await openPostgresStores(2, seed)).map(({ store }) => store);

describe('SQLite', () => {
  describeInvariants(openOne, { numRuns: 40 });
  describeRetentionInvariants(openOne, { numRuns: 40 });
});

describe.skipIf(!hasPostgres)('PostgreSQL, two processes', () => {
  describeInvariants(openTwo, { numRuns: 40 });
  describeRetentionInvariants(openTwo, { numRuns: 40 });
});
