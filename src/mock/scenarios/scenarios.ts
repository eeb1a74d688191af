import { messages } from '../../../generated/messages.ts';
import type { components } from '../../../generated/mock-types.ts';
import type { AnswerScript } from '../../adapters/text-engine/follow-script.ts';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { TaskFailure } from '../../gateway/ports/media/engine.ts';
import { parseDuration } from '../duration.ts';

/** The effect of a scenario on requests of an operation, as the control plane accepts it. */
export type NewScenario = components['schemas']['NewScenario'];

/** A scenario and how often it was applied. */
type Scenario = components['schemas']['Scenario'];

/** The request properties that a scenario can match. */
export type ScenarioOperation = components['schemas']['ScenarioOperation'];

/** The operations that create a task. */
export const SUBMITS: readonly ScenarioOperation[] = ['createImage', 'createVideo'];

/** A scenario that is run for one request. */
export interface ScenarioRun {
  readonly id: number;
  readonly scenario: NewScenario;
  readonly delayMs: number;
}

/** The scenarios of a session, in matching order. */
export interface Scenarios {
  add(scenario: NewScenario): Scenario;
  list(): readonly Scenario[];
  clear(): void;
  isEmpty(): boolean;
  /** Whether one is left for an operation, and whether it matches on the model. */
  outlook(operation: ScenarioOperation): 'none' | 'any model' | 'some models';
  /** Chooses the first match, and counts it. */
  take(operation: ScenarioOperation, model: string | undefined): ScenarioRun | undefined;
  /** Undoes a choice that had no effect. */
  giveBack(run: ScenarioRun): void;
}

interface Kept {
  readonly id: number;
  readonly scenario: NewScenario;
  played: number;
}

/** Creates an empty list; `chance` returns numbers from 0 to below 1. */
export function createScenarios(chance: () => number, catalogue: Catalogue): Scenarios {
  const isSameModel = (wanted: string | undefined, given: string | undefined) => {
    if (wanted === undefined || wanted === given) return true;
    const known = catalogue.find(wanted);
    return known !== undefined && given !== undefined && catalogue.find(given) === known;
  };
  let kept: Kept[] = [];
  let added = 0;
  const isLeft = ({ scenario, played }: Kept) => played < (scenario.times ?? Number.POSITIVE_INFINITY);
  const isFor = (operation: ScenarioOperation) => (entry: Kept) =>
    entry.scenario.operation === operation && isLeft(entry);
  return {
    add(scenario) {
      const entry = { id: ++added, scenario, played: 0 };
      kept.push(entry);
      return toScenario(entry);
    },
    list: () => kept.map(toScenario),
    clear() {
      kept = [];
    },
    isEmpty: () => kept.length === 0,
    outlook(operation) {
      const left = kept.filter(isFor(operation));
      if (left.length === 0) return 'none';
      return left.some(({ scenario }) => scenario.model !== undefined) ? 'some models' : 'any model';
    },
    take(operation, model) {
      const entry = kept
        .filter(isFor(operation))
        .find(({ scenario }) => isSameModel(scenario.model, model) && isDrawn(scenario.probability, chance));
      if (!entry) return undefined;
      entry.played += 1;
      const { id, scenario } = entry;
      const delayMs = scenario.delay === undefined ? 0 : parseDuration(scenario.delay);
      return { id, scenario, delayMs };
    },
    giveBack({ id }) {
      const entry = kept.find((other) => other.id === id);
      if (entry) entry.played -= 1;
    },
  };
}

/** The error of a task or an answer that a scenario fails. */
export function toFailure({ error = {} }: NewScenario): TaskFailure {
  const code = error.code ?? 'task_failed';
  const isOfRequest = code === 'content_rejected' || code === 'reference_unreachable';
  return {
    code,
    message: error.message ?? messages.en[code],
    type: isOfRequest ? 'invalid_request_error' : 'server_error',
  };
}

/** The scripted answer; undefined for a scenario without one. */
export function toScript({ reply }: NewScenario): AnswerScript | undefined {
  if (!reply) return undefined;
  const { text, reasoning, tool_calls = [], finish_reason = 'stop', pace } = reply;
  return {
    text,
    reasoning,
    calls: tool_calls.map(({ tool, query = '' }) => ({ tool, query })),
    endReason: finish_reason,
    pieceMs: pace === undefined ? undefined : parseDuration(pace),
  };
}

function toScenario({ id, scenario, played }: Kept): Scenario {
  return { id, played, ...scenario };
}

function isDrawn(probability: number | undefined, chance: () => number): boolean {
  return probability === undefined || chance() < probability;
}
