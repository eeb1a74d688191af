import { expect, test } from 'vitest';
import { createLeaseChore } from '../../src/node/chores/lease-chore.ts';
import { createManualClock } from '../support/manual-clock.ts';

/** A process and what it does, second by second. */
function openChore() {
  const clock = createManualClock({ startAt: 0 });
  const done: string[] = [];
  const state = { isAway: false };
  const store = {
    async keepAlive() {
      if (state.isAway) throw new Error('The database is away.');
      done.push('renewed');
    },
    async releaseAbandonedHolds() {
      done.push('judged');
      return 0;
    },
  };
  const chore = createLeaseChore({ store, clock });
  const runFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 3) {
      clock.advance(3000);
      await chore.run().catch(() => undefined);
    }
  };
  const judged = () => done.splice(0).filter((what) => what === 'judged').length;
  return { chore, clock, state, runFor, judged };
}

test('judges other processes twice a minute, and only after renewing for the length of a lease', async () => {
  const { runFor, judged } = openChore();
  await runFor(12);
  expect(judged()).toBe(0);
  await runFor(3);
  expect(judged()).toBe(1);
  await runFor(60);
  expect(judged()).toBe(2);
});

test('gives the others time to renew after an outage, and after being frozen itself', async () => {
  const { clock, state, runFor, judged } = openChore();
  await runFor(15);
  expect(judged()).toBe(1);
  state.isAway = true;
  await runFor(600);
  state.isAway = false;
  await runFor(12);
  expect(judged()).toBe(0);
  await runFor(3);
  expect(judged()).toBe(1);
  clock.advance(600_000);
  await runFor(12);
  expect(judged()).toBe(0);
  await runFor(3);
  expect(judged()).toBe(1);
});

test('a pause of exactly a lease delays no judgement, a longer one does', async () => {
  const { clock, runFor, judged } = openChore();
  await runFor(42);
  expect(judged()).toBe(1);
  clock.advance(9000);
  await runFor(3);
  expect(judged()).toBe(1);
  await runFor(21);
  expect(judged()).toBe(0);
  clock.advance(9001);
  await runFor(12);
  expect(judged()).toBe(0);
  await runFor(3);
  expect(judged()).toBe(1);
});

test('after one failed renewal the others get the length of a lease again', async () => {
  const { state, runFor, judged } = openChore();
  await runFor(42);
  expect(judged()).toBe(1);
  state.isAway = true;
  await runFor(3);
  state.isAway = false;
  await runFor(12);
  expect(judged()).toBe(0);
  await runFor(3);
  expect(judged()).toBe(1);
});

test('a lease is renewed every three seconds, also when that has failed', () => {
  expect(openChore().chore).toMatchObject({ everyMs: 3000, afterFaultMs: 3000 });
});
