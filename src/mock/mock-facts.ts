import type { ScenarioOperation } from './scenarios/scenarios.ts';

/** What becomes known of a request to the mock on its way, besides what the gateway notes with its response. */
export interface MockFacts {
  /** Name of the session, if it is not the shared one. */
  session?: string | undefined;
  operation?: ScenarioOperation | undefined;
  /** Name of the model in a body that a scenario or a forced answer has read. */
  model?: string | undefined;
  /** Number of the scenario that was run. */
  scenario?: number | undefined;
}
