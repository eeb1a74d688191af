import { policies } from '../../../generated/policies.ts';
import type { TextSimulator } from '../../adapters/text-engine/create-text-simulator.ts';
import type { Ports } from '../../gateway/ports/ports.ts';
import type { TextEngine, TextPiece } from '../../gateway/ports/text/text-engine.ts';
import type { PlannedEnd, PlannedEnds } from './planned-ends.ts';
import { type NewScenario, type ScenarioRun, toFailure, toScript } from './scenarios.ts';

/** What a scenario acts on: the ports of its session. */
export interface ScenarioTargets {
  readonly plannedEnds: PlannedEnds;
  readonly textEngine: TextEngine;
  readonly reply: TextSimulator['reply'];
}

const { pieces_before_failure: PIECES_BEFORE_FAILURE } = policies.mock;

/**
 * The ports for the request that a scenario is run for: its task ends late, fails or is cancelled, or its answer
 * breaks off or is scripted.
 */
export function toScenarioPorts(
  { scenario, delayMs }: ScenarioRun,
  { plannedEnds, textEngine, reply }: ScenarioTargets,
): Pick<Ports, 'store' | 'textEngine'> {
  const { store } = plannedEnds;
  return {
    store: {
      ...store,
      async acceptTask(task, replay) {
        const end = toPlannedEnd(scenario);
        if (end) plannedEnds.plan(task.id, end);
        const acceptance = await store.acceptTask({ ...task, dueAt: task.dueAt + delayMs }, replay);
        if (acceptance.kind !== 'accepted') plannedEnds.forget(task.id);
        return acceptance;
      },
    },
    textEngine: {
      ...textEngine,
      answer(job, signal) {
        const script = toScript(scenario);
        if (script) return reply(job, script, signal);
        const pieces = textEngine.answer(job, signal);
        return scenario.outcome === 'fail' ? failing(pieces, toFailure(scenario).message) : pieces;
      },
    },
  };
}

function toPlannedEnd(scenario: NewScenario): PlannedEnd | undefined {
  if (scenario.outcome === 'cancel') return { kind: 'cancelled' };
  return scenario.outcome === 'fail' ? { kind: 'failed', error: toFailure(scenario) } : undefined;
}

async function* failing(pieces: AsyncIterable<TextPiece>, message: string): AsyncIterable<TextPiece> {
  let count = 0;
  for await (const piece of pieces) {
    if (piece.kind === 'end' || count >= PIECES_BEFORE_FAILURE) break;
    count += 1;
    yield piece;
  }
  yield { kind: 'failed', message };
}
