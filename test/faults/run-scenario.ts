import { setTimeout as pause } from 'node:timers/promises';
import { openReceiver, type Receiver } from '../serve/receiver.ts';
import { until } from '../support/until.ts';
import { audit, type Findings } from './audit.ts';
import { type Observations, startClients } from './clients.ts';
import { openGround } from './ground.ts';
import type { Scenario } from './scenario.ts';
import { openSite } from './site.ts';

/** The result of one scenario. */
export interface Outcome {
  readonly scenario: Scenario;
  /** Faults that were injected. */
  readonly faults: number;
  readonly seen: Observations;
  readonly findings: Findings;
  /** Longest time from the end of a fault to the next accepted submission, in milliseconds. */
  readonly worstRecoveryMs: number;
}

/** Runs a scenario: clients submit, the fault strikes again and again, and everything is counted afterwards. */
export async function runScenario(scenario: Scenario, times: number): Promise<Outcome> {
  await using ground = await openGround(scenario);
  await using receiver = await (scenario.openReceiver ?? openReceiver)();
  await using site = await openSite(ground.place, scenario.processes);
  const clients = startClients({ origins: site.origins, key: site.key, webhook: receiver.url });
  let worstRecoveryMs = 0;
  try {
    for (let fault = 0; fault < times; fault += 1) {
      await clients.untilAccepted();
      if (fault > 0 && !scenario.openReceiver) await untilPushed(receiver);
      await pause(500 + Math.random() * 1000);
      await scenario.strike({ site, ground, clients, receiver });
      worstRecoveryMs = Math.max(worstRecoveryMs, await clients.untilAccepted());
    }
  } finally {
    await clients.stop();
  }
  const findings = await audit(site, [...clients.seen.accepted.values()], receiver);
  return { scenario, faults: times, seen: clients.seen, findings, worstRecoveryMs };
}

/** Waits for one more callback, so that a fault affects both tasks that end and submissions. */
async function untilPushed({ pushed }: Receiver): Promise<void> {
  const before = pushed.size;
  await until('one more task is pushed', () => pushed.size > before);
}
