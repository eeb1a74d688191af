import { messages } from '../../../generated/messages.ts';
import type { components } from '../../../generated/mock-types.ts';
import type { AnswerScript } from '../../adapters/text-engine/follow-script.ts';
import { findModel } from '../../contract/catalogue.ts';
import type { TaskFailure } from '../../gateway/ports/engine.ts';
import { parseDuration } from '../duration.ts';

/** What is to happen to requests of an operation, as the control plane takes it. */
export type NewScenario = components['schemas']['NewScenario'];

/** A scenario with how often it was played. */
export type Scenario = components['schemas']['Scenario'];

/** What a scenario can be about. */
export type ScenarioOperation = components['schemas']['ScenarioOperation'];

/** A scenario that was chosen for one request. */
export interface Play {
  readonly id: number;
  readonly scenario: NewScenario;
  readonly delayMs: number;
  /** Set when it had its effect: a task that is refused leaves it for the next. */
  isUsed: boolean;
}

/** The scenarios of a session, in the order in which they are tried. */
export interface Scenarios {
  add(scenario: NewScenario): Scenario;
  list(): readonly Scenario[];
  clear(): void;
  isEmpty(): boolean;
  /** Whether one is left for an operation, and whether it asks for the model. */
  outlook(operation: ScenarioOperation): 'none' | 'any model' | 'some models';
  /** Chooses the first that fits, and counts it. */
  take(operation: ScenarioOperation, model: string | undefined): Play | undefined;
  /** Takes a choice back that had no effect. */
  giveBack(play: Play): void;
}

/** Scenarios of one session. */
export const MOST_SCENARIOS = 1000;

interface Kept {
  readonly id: number;
  readonly scenario: NewScenario;
  played: number;
}

/** Creates an empty list; `chance` gives numbers from 0 to below 1. */
export function createScenarios(chance: () => number): Scenarios {
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
      return { id, scenario, delayMs, isUsed: false };
    },
    giveBack({ id }) {
      const entry = kept.find((other) => other.id === id);
      if (entry) entry.played -= 1;
    },
  };
}

/** What a task or an answer that fails by a scenario says. */
export function toFailure({ error = {} }: NewScenario): TaskFailure {
  const code = error.code ?? 'task_failed';
  const isOfRequest = code === 'content_rejected' || code === 'reference_unreachable';
  return {
    code,
    message: error.message ?? messages.en[code],
    type: isOfRequest ? 'invalid_request_error' : 'server_error',
  };
}

/** What an answer is to say; undefined for a scenario that scripts none. */
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

function isSameModel(wanted: string | undefined, given: string | undefined): boolean {
  if (wanted === undefined || wanted === given) return true;
  const known = findModel(wanted);
  return known !== undefined && given !== undefined && findModel(given) === known;
}
