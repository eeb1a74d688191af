import type { GatewayRequest, GatewayResponse } from '../gateway/exchange.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import type { ScenarioOperation } from './scenarios/scenarios.ts';
import type { MockSession } from './sessions/session.ts';

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

/** One request of the contract to a mock. */
export interface MockCall {
  readonly session: MockSession;
  /** As the gateway sees it: without the session in its path. */
  readonly request: GatewayRequest;
  /** Ports that replace those of the session: for callers on other machines, those that read references. */
  readonly ports: Partial<Ports> | undefined;
  readonly facts: MockFacts;
}

/** What is known from the request line. */
export interface Subject {
  readonly path: string;
  readonly operation: ScenarioOperation;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Answers a call as the gateway of its session does, with the ports of a scenario if one is run. */
export function forwardToGateway(
  { session, request, ports }: MockCall,
  own?: Partial<Ports>,
): Promise<GatewayResponse> {
  return session.gateway.handle(request, own || ports ? { ...ports, ...own } : undefined);
}
