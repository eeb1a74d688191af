import type { GatewayRequest, GatewayResponse } from '../gateway/exchange.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import type { MockFacts } from './mock-facts.ts';
import type { ScenarioOperation } from './scenarios/scenarios.ts';
import type { MockSession } from './sessions/session.ts';

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
export function passOn(
  { session, request, ports }: MockCall,
  own?: Partial<Ports>,
): Promise<GatewayResponse> {
  return session.gateway.handle(request, own || ports ? { ...ports, ...own } : undefined);
}
