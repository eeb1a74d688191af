import type { GatewayResponse } from '../../gateway/exchange.ts';
import { parseFileTarget } from '../../gateway/media/file-target.ts';
import { forwardToGateway, type MockCall, type Subject } from '../mock-call.ts';
import { force } from '../prefer/answer-preferred.ts';
import { type BufferedRequest, bufferBody, modelIn } from './buffer-body.ts';
import { cutAnswer } from './cut-answer.ts';
import { type ScenarioOperation, type ScenarioRun, SUBMITS } from './scenarios.ts';

/** Answers a request by the first matching scenario, or as the gateway does. */
export async function runScenario(call: MockCall, subject: Subject): Promise<GatewayResponse | 'dropped'> {
  const { session, facts } = call;
  if (session.scenarios.outlook(subject.operation) === 'none') return forwardToGateway(call);
  const request = await bufferBody(call.request, subject.operation);
  const buffered = { ...call, request };
  const run = session.scenarios.take(subject.operation, await findModelName(buffered, subject));
  if (!run) return forwardToGateway(buffered);
  facts.model = modelIn(request);
  const response = await perform(buffered, { ...subject, run });
  if (isEffective(run, subject.operation, response)) facts.scenario = run.id;
  else session.scenarios.giveBack(run);
  return response;
}

/** A call whose body has been read. */
type BufferedCall = MockCall & { readonly request: BufferedRequest };

/** Outcomes that apply to the task when a scenario is run for a submission, whose response is not delayed. */
const ofTasks: readonly ScenarioRun['scenario']['outcome'][] = ['cancel', 'delay', 'fail'];

async function perform(
  call: BufferedCall,
  { run, operation }: Subject & { readonly run: ScenarioRun },
): Promise<GatewayResponse | 'dropped'> {
  const { session, request } = call;
  const { outcome, status = 500, error } = run.scenario;
  const planned = () => forwardToGateway(call, session.scenarioPorts(run));
  if (SUBMITS.includes(operation) && ofTasks.includes(outcome)) return planned();
  if (run.delayMs > 0) await session.pause(run.delayMs, request.signal());
  switch (outcome) {
    case 'fail':
    case 'reply':
    case 'cancel':
      return planned();
    case 'delay':
      return forwardToGateway(call);
    case 'status':
      return force(session, request, { operation, status, message: error?.message });
    case 'drop':
      return 'dropped';
    case 'truncate':
      return cutAnswer(await forwardToGateway(call));
  }
}

/** A scenario for a task takes effect only on an accepted submission; a stream fails after its answer has begun. */
function isEffective(
  run: ScenarioRun,
  operation: ScenarioOperation,
  response: GatewayResponse | 'dropped',
): boolean {
  const isForTask = ofTasks.includes(run.scenario.outcome) && SUBMITS.includes(operation);
  if (!isForTask || response === 'dropped') return true;
  return response.facts?.taskId !== undefined && response.headers['idempotency-replayed'] === undefined;
}

/** The model that a request names, or that of the task it is about. */
async function findModelName(
  { session, request }: BufferedCall,
  { operation, path, pathParameters }: Subject,
): Promise<string | undefined> {
  if (session.scenarios.outlook(operation) === 'any model') return undefined;
  const taskId = operation === 'getFile' ? parseFileTarget(path)?.taskId : pathParameters.task_id;
  if (taskId !== undefined) return (await session.store.findTask(taskId))?.modelName;
  const query = new URLSearchParams(request.target.split('?')[1]);
  return modelIn(request) ?? pathParameters.model ?? query.get('model') ?? undefined;
}
