import type { GatewayRequest } from '../../gateway/exchange.ts';
import { parseFileTarget } from '../../gateway/media/file-target.ts';
import type { Answered, Subject } from '../answer-request.ts';
import { force } from '../prefer/answer-preferred.ts';
import type { World } from '../world.ts';
import { type BufferedRequest, bufferBody, readJson } from './buffer-body.ts';
import { cutAnswer } from './cut-answer.ts';
import { whilePlaying } from './playing.ts';
import type { Play, ScenarioOperation } from './scenarios.ts';

/** Answers a request by the first scenario that fits it, or as the gateway does. */
export async function playScenario(
  world: World,
  request: GatewayRequest,
  subject: Subject,
): Promise<Answered> {
  if (world.scenarios.outlook(subject.operation) === 'none') {
    return { response: await world.gateway.handle(request) };
  }
  const buffered = await bufferBody(request, subject.operation);
  const play = world.scenarios.take(subject.operation, await findModelName(world, buffered, subject));
  if (!play) return { response: await world.gateway.handle(buffered) };
  const response = await perform(world, buffered, { ...subject, play });
  if (!isEffective(play, subject.operation)) {
    world.scenarios.giveBack(play);
    return { response };
  }
  return { response, scenario: play.id };
}

/** Submits whose answer comes in time: their task is what is delayed. */
const submits: readonly ScenarioOperation[] = ['createImage', 'createVideo'];

/** Outcomes that a task has, where a submit plays them. */
const ofTasks: readonly Play['scenario']['outcome'][] = ['cancel', 'delay', 'fail'];

async function perform(
  world: World,
  request: BufferedRequest,
  { play, operation }: Subject & { readonly play: Play },
): Promise<Answered['response']> {
  const { outcome, status = 500, error } = play.scenario;
  const isForTask = submits.includes(operation) && ofTasks.includes(outcome);
  if (isForTask) return whilePlaying(play, () => world.gateway.handle(request));
  if (play.delayMs > 0) await world.pause(play.delayMs, request.signal());
  switch (outcome) {
    case 'fail':
    case 'reply':
    case 'cancel':
      return whilePlaying(play, () => world.gateway.handle(request));
    case 'delay':
      return world.gateway.handle(request);
    case 'status':
      return force(world, request, { operation, status, message: error?.message });
    case 'drop':
      return 'dropped';
    case 'truncate':
      return cutAnswer(await world.gateway.handle(request));
  }
}

/** A scenario for a task waits for one that is accepted; a stream is failed after its answer has begun. */
function isEffective(play: Play, operation: ScenarioOperation): boolean {
  const isForTask = ofTasks.includes(play.scenario.outcome) && submits.includes(operation);
  return !isForTask || play.isUsed;
}

/** The model that a request names, or that of the task it is about. */
async function findModelName(
  world: World,
  { body, target }: BufferedRequest,
  { operation, path, pathParameters }: Subject,
): Promise<string | undefined> {
  if (world.scenarios.outlook(operation) === 'any model') return undefined;
  const taskId = operation === 'getFile' ? parseFileTarget(path)?.taskId : pathParameters.task_id;
  if (taskId !== undefined) return (await world.store.findTask(taskId))?.modelName;
  const { model } = readJson(body);
  if (typeof model === 'string') return model;
  return pathParameters.model ?? new URLSearchParams(target.split('?')[1]).get('model') ?? undefined;
}
