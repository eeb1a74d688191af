import { declaredStatuses } from '../forced-answer.ts';
import { MOST_SCENARIOS, type NewScenario, type ScenarioOperation } from '../scenarios/scenarios.ts';
import { type ControlCall, readControlBody, refuseValue } from './control-call.ts';
import type { ControlResponse } from './control-response.ts';

/** `GET /__mock/scenarios`. */
export function listScenarios({ world }: ControlCall): ControlResponse {
  return { status: 200, body: { data: world.scenarios.list() } };
}

/** `DELETE /__mock/scenarios`. */
export function removeScenarios({ world }: ControlCall): ControlResponse {
  world.scenarios.clear();
  return { status: 204 };
}

/** `POST /__mock/scenarios`. */
export async function addScenario({ world, request }: ControlCall): Promise<ControlResponse> {
  const read = await readControlBody(request, 'NewScenario');
  if (read.kind === 'refused') return read.response;
  const fault = findFault(read.body);
  if (fault) return fault;
  if (world.scenarios.list().length >= MOST_SCENARIOS) {
    return refuseValue(
      '',
      'maxItems',
      `a session has at most ${MOST_SCENARIOS} scenarios: remove them first`,
    );
  }
  return { status: 201, body: world.scenarios.add(read.body) };
}

/** Operations that make a task or an answer of a model, which can fail. */
const failing: readonly ScenarioOperation[] = [
  'createChatCompletion',
  'createImage',
  'createResponse',
  'createVideo',
];

/** Operations that name a model, or a task that does. */
const ofModels: readonly ScenarioOperation[] = [
  ...failing,
  'getFile',
  'getModelPricing',
  'getModelSchema',
  'getModelSchemaByQuery',
  'getTask',
];

function findFault({ operation, outcome, status, delay, model }: NewScenario): ControlResponse | undefined {
  if (outcome === 'delay' && delay === undefined) {
    return refuseValue('/delay', 'required', 'delay is required for the outcome delay');
  }
  if (outcome === 'fail' && !failing.includes(operation)) {
    const message = `fail is for ${failing.join(', ')}; use the outcome status for ${operation}`;
    return refuseValue('/outcome', 'operation', message);
  }
  if (model !== undefined && !ofModels.includes(operation)) {
    return refuseValue('/model', 'operation', `requests of ${operation} name no model`);
  }
  if (outcome !== 'status') return undefined;
  if (status === undefined) {
    return refuseValue('/status', 'required', 'status is required for the outcome status');
  }
  const declared = declaredStatuses(operation);
  if (declared.includes(status)) return undefined;
  const message = `${operation} does not answer ${status}; it answers ${declared.join(', ')}`;
  return refuseValue('/status', 'declared', message);
}
