import { openSqlite } from '../../support/open-store.ts';
import { describeStore } from '../../support/store-contract.ts';

describeStore(openSqlite);
