import { createPgBossQueue } from '../../../src/adapters/queue/pg-boss-queue.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres-store.ts';
import { newTask, success } from '../../support/store-contract/samples.ts';
const connectionString = 'postgresql:///store?host=/tmp/gwbench&user=postgres';
const queue = createPgBossQueue({ connectionString, reportFault: console.error });
queue.onDue(async () => {});
await queue.start();
const store = await openPostgresStore({ connectionString, enqueue: queue.enqueue });
await store.deposit('alpha', 10n ** 15n, 0);
let n = 0; const run = `r${Date.now()}-`;
async function rate(name: string, lanes: number, ms: number, body: (i: number) => Promise<unknown>) {
  const end = performance.now() + ms; let done = 0; const t = performance.now(); const cpu = process.cpuUsage();
  await Promise.all(Array.from({ length: lanes }, async () => { while (performance.now() < end) { await body(n++); done++; } }));
  const used = process.cpuUsage(cpu);
  console.log(name, lanes, 'lanes', Math.round(done / ((performance.now() - t) / 1000)), '/s', 'cpu ms/op', ((used.user + used.system) / 1000 / done).toFixed(3));
}
const accept = (i: number) => store.acceptTask(newTask(run + i, { hold: 1n, createdAt: Date.now(), dueAt: Date.now() + 3_600_000 }));
await rate('accept', 1, 2000, accept);
await rate('accept', 16, 4000, accept);
await rate('accept', 64, 4000, accept);
const upTo = n;
await rate('find', 16, 2000, (i) => store.findTask(run + (i % upTo)));
n = 0;
await rate('finish', 64, 3000, (i) => store.finishTask(run + i, success(1n), { at: Date.now() }));
await queue.stop(); await store.close();
