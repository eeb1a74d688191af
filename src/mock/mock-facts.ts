import type { ScenarioOperation } from './scenarios/scenarios.ts';

/** Facts that the mock collects while it handles a request, in addition to those of the gateway. */
export interface MockFacts {
  /** Name of the session, if it is not the shared one. */
  session?: string | undefined;
  operation?: ScenarioOperation | undefined;
  /** Name of the model in a body that a scenario or a forced answer has read. */
  model?: string | undefined;
  /** Number of the scenario that was run. */
  scenario?: number | undefined;
}
