import { mkdtempSync } from 'node:fs';
import { openPostgresStore } from '../../../src/adapters/store/postgres-store.ts';
import { openSqliteStore } from '../../../src/adapters/store/sqlite-store.ts';
import { newTask, success } from '../../support/store-contract/samples.ts';
const connectionString = 'postgresql:///store?host=/tmp/gwbench&user=postgres';
const stores = { sqlite: await openSqliteStore({ folder: mkdtempSync('/tmp/gwbench-sq-'), schedule() {} }), postgres: await openPostgresStore({ connectionString, enqueue: async () => () => {} }) };
for (const [name, store] of Object.entries(stores)) {
  await store.deposit('alpha', 10n ** 15n, 0);
  const run = `q${Date.now()}-`; let have = 0;
  const fill = async (to: number) => { const t = performance.now(); const from = have; while (have < to) { const some = Array.from({ length: Math.min(2048, to - have) }, (_, i) => run + (have + i)); have += some.length; await Promise.all(some.map((id) => store.acceptTask(newTask(id, { hold: 1n })))); if (have % 3 === 0) await Promise.all(some.map((id) => store.finishTask(id, success(1n), { at: 5 }))); } console.log(name, 'fill', Math.round((to - from) / ((performance.now() - t) / 1000)), '/s'); };
  for (const size of [1000, 200_000]) {
    await fill(size);
    const t = performance.now(); const c = process.cpuUsage();
    for (let i = 0; i < 3000; i++) await store.findTask(run + Math.floor(Math.random() * size));
    const u = process.cpuUsage(c);
    console.log(name, size, 'stored:', ((performance.now() - t) / 3000).toFixed(3), 'ms a poll; cpu', ((u.user + u.system) / 3e6).toFixed(3), 'ms');
  }
  const t = performance.now(); const pending = (await store.listPendingJobs()).length; console.log(name, 'pending', pending, Math.round(performance.now() - t), 'ms');
  await store.close();
}
