import { describe } from 'vitest';
import { openPostgres } from '../../support/open-store.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { describeStore } from '../../support/store-contract.ts';

describe.skipIf(!hasPostgres)('PostgreSQL', () => describeStore(openPostgres));
