import { createMemoryStore } from '../../../src/adapters/store/memory-store.ts';
import { describeStore } from '../../support/store-contract.ts';

describeStore(async (seed) => createMemoryStore(seed));
