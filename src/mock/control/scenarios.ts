import { policies } from '../../../generated/policies.ts';
import type { Catalogue } from '../../contract/catalogue.ts';
import { closestName, didYouMean } from '../../contract/names/closest-name.ts';
import { quote } from '../../contract/quote.ts';
import { statusFault } from '../prefer/forced-answer.ts';
import { type NewScenario, type ScenarioOperation, SUBMITS } from '../scenarios/scenarios.ts';
import { type ControlCall, readControlBody, refuseValue } from './control-call.ts';
import type { ControlResponse } from './control-response.ts';

/** `GET /__mock/scenarios`. */
export function listScenarios({ session }: ControlCall): ControlResponse {
  return { status: 200, body: { data: session.scenarios.list() } };
}

/** `DELETE /__mock/scenarios`. */
export function removeScenarios({ session }: ControlCall): ControlResponse {
  session.scenarios.clear();
  return { status: 204 };
}

/** `POST /__mock/scenarios`. */
export async function addScenario({ session, request }: ControlCall): Promise<ControlResponse> {
  const read = await readControlBody(request, 'addMockScenario');
  if (read.kind === 'refused') return read.response;
  const fault = await findFault(read.body, session);
  if (fault) return fault;
  if (session.scenarios.list().length >= policies.mock.scenarios) {
    const message = `a session has at most ${policies.mock.scenarios} scenarios: DELETE /__mock/scenarios removes them`;
    return refuseValue('', 'maxItems', message);
  }
  return { status: 201, body: session.scenarios.add(read.body) };
}

const ofTexts: readonly ScenarioOperation[] = ['createChatCompletion', 'createResponse'];

/** Operations that create a task or a model's answer, which can fail. */
const failing: readonly ScenarioOperation[] = [...ofTexts, ...SUBMITS].toSorted();

/** Operations that name a model, or a task of a model. */
const ofModels: readonly ScenarioOperation[] = [
  ...failing,
  'getFile',
  'getModelPricing',
  'getModelSchema',
  'getModelSchemaByQuery',
  'getTask',
];

async function findFault(
  scenario: NewScenario,
  { documents, catalogue }: ControlCall['session'],
): Promise<ControlResponse | undefined> {
  const { operation, outcome, status, delay, model } = scenario;
  if (outcome === 'delay' && delay === undefined) {
    return refuseValue('/delay', 'required', 'delay is required when outcome is "delay"');
  }
  if (outcome === 'fail' && !failing.includes(operation)) {
    const message = `outcome "fail" applies only to ${failing.join(', ')}; for ${operation} use outcome "status"`;
    return refuseValue('/outcome', 'operation', message);
  }
  const idle = findIdleField(scenario);
  if (idle) return idle;
  if (outcome === 'cancel' && !SUBMITS.includes(operation)) return refuseOutcome(scenario, SUBMITS);
  const replyFault = findReplyFault(scenario, catalogue);
  if (replyFault) return replyFault;
  if (model !== undefined && !ofModels.includes(operation)) {
    return refuseValue(
      '/model',
      'operation',
      `model must be omitted: ${operation} requests do not name a model`,
    );
  }
  if (outcome !== 'status') return undefined;
  if (status === undefined) {
    return refuseValue('/status', 'required', 'status is required when outcome is "status"');
  }
  const message = statusFault(await documents.contract(), operation, status);
  return message === undefined ? undefined : refuseValue('/status', 'declared', message);
}

/** The outcomes for which a field has an effect. */
const OUTCOMES = {
  error: ['fail', 'status'],
  reply: ['reply'],
  status: ['status'],
} as const satisfies Partial<Record<keyof NewScenario, readonly NewScenario['outcome'][]>>;

/** The refusal of a field without effect for the outcome. */
function findIdleField({ operation, outcome, ...fields }: NewScenario): ControlResponse | undefined {
  for (const [field, outcomes] of Object.entries(OUTCOMES)) {
    if (fields[field as keyof typeof OUTCOMES] === undefined || outcomes.some((one) => one === outcome))
      continue;
    const wanted = outcomes.map((one) => `"${one}"`).join(' or ');
    return refuseValue(
      `/${field}`,
      'outcome',
      `${field} is allowed only when outcome is ${wanted}; got "${outcome}", with which ${listFields(operation, outcome)} have an effect`,
    );
  }
  if (outcome !== 'status' || fields.error === undefined) return undefined;
  if (fields.error.code !== undefined) {
    const message =
      'error.code is allowed only when outcome is "fail"; got "status", with which only error.message has an effect';
    return refuseValue('/error/code', 'outcome', message);
  }
  if (fields.status === undefined || fields.status >= 400) return undefined;
  return refuseValue(
    '/error',
    'status',
    `error is allowed only when status is 400 or above; got ${fields.status}`,
  );
}

function listFields(operation: ScenarioOperation, outcome: NewScenario['outcome']): string {
  const own = Object.entries(OUTCOMES).filter(([, outcomes]) => outcomes.some((one) => one === outcome));
  const model = ofModels.includes(operation) ? ['model'] : [];
  return [...own.map(([field]) => field), ...model, 'delay', 'times'].join(', ').concat(' and probability');
}

/** The built-in tools of all models. */
function toolsOf({ models }: Catalogue): readonly string[] {
  return [...new Set(models.flatMap(({ text }) => text?.tools ?? []).map(({ name }) => name))];
}

function refuseOutcome({ outcome, operation }: NewScenario, operations: readonly ScenarioOperation[]) {
  const message = `outcome "${outcome}" applies only to ${operations.join(', ')}; got ${operation}`;
  return refuseValue('/outcome', 'operation', message);
}

function findReplyFault(scenario: NewScenario, catalogue: Catalogue): ControlResponse | undefined {
  const { operation, outcome, reply } = scenario;
  if (outcome !== 'reply') return undefined;
  if (!ofTexts.includes(operation)) return refuseOutcome(scenario, ofTexts);
  if (!reply) return refuseValue('/reply', 'required', 'reply is required when outcome is "reply"');
  const calls = reply.tool_calls ?? [];
  if (calls.length > 0 && operation === 'createChatCompletion') {
    const message = 'chat completions ignore tools (section 4.5), so no answer calls one; use createResponse';
    return refuseValue('/reply/tool_calls', 'operation', message);
  }
  const tools = toolsOf(catalogue);
  const unknown = calls.findIndex(({ tool }) => !tools.includes(tool));
  if (unknown >= 0) {
    const tool = calls[unknown]?.tool ?? '';
    const hint = didYouMean(closestName(tool, tools));
    const message = `no model has the tool ${quote(tool)}; the tools are ${tools.join(', ')}.${hint}`;
    return refuseValue(`/reply/tool_calls/${unknown}/tool`, 'enum', message);
  }
  const twice = calls.findIndex(({ tool }, index) =>
    calls.some((call, at) => at < index && call.tool === tool),
  );
  if (twice < 0) return undefined;
  const message = `${calls[twice]?.tool} is called twice; the hold covers only one call of each tool`;
  return refuseValue(`/reply/tool_calls/${twice}/tool`, 'unique', message);
}
