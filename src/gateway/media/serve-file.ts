import { policies } from '../../../generated/policies.ts';
import { modelOfTask } from '../../contract/base-model.ts';
import { problem } from '../../contract/problem.ts';
import { toJsonResponse } from '../answers/to-response.ts';
import type { ExchangeFacts, GatewayRequest, GatewayResponse } from '../exchange.ts';
import type { EngineOutput } from '../ports/media/engine.ts';
import type { GatewayState } from '../request-context.ts';
import { readTask } from '../tasks/finish-task.ts';
import { linksExpireAt } from '../tasks/task-record.ts';
import { answerFile } from './answer-file.ts';
import { type FileName, parseFileTarget } from './file-target.ts';

/** A request for a file, and the facts that are logged about it. */
export interface FileCall {
  readonly path: string;
  readonly request: GatewayRequest;
  readonly facts: ExchangeFacts;
}

/** Serves a result file or a sample reference: rendered when it is read, 410 after its link expired (section 2.5). */
export async function serveFile(state: GatewayState, call: FileCall): Promise<GatewayResponse> {
  const sample = state.offersSamples ? parseSamplePath(call.path) : undefined;
  if (sample) {
    const drawing = { kind: 'image', drawing: sample } as const;
    return answerFile(
      state.ports,
      { drawing, owner: 'samples', format: sample.format, maxAge: 0 },
      call.request,
    );
  }
  const name = parseFileTarget(call.path);
  return name ? serveResult(state, call, name) : toJsonResponse(problem('file_not_found'));
}

async function serveResult(
  state: GatewayState,
  { request, facts }: FileCall,
  name: FileName,
): Promise<GatewayResponse> {
  const { ports } = state;
  const task = await readTask(state, name.taskId);
  facts.model = task?.modelName;
  facts.cost = task?.outcome?.charge ?? task?.hold;
  const output = task?.outcome?.status === 'success' ? task.outcome.outputs[name.index] : undefined;
  if (!task || !output || formatOf(output) !== name.format) return toJsonResponse(problem('file_not_found'));
  const expiresAt = linksExpireAt(task, modelOfTask(task, state.catalogue), state);
  const maxAge = expiresAt - Math.floor(ports.clock.now() / 1000);
  if (maxAge <= 0) return toJsonResponse(problem('file_expired'));
  const loadPicture = () => ports.store.findPicture(task.id);
  const file = { drawing: output, owner: task.accountId, format: name.format, maxAge, loadPicture };
  return answerFile(ports, file, request);
}

/** `/files/samples/640x480.png`: an image of the requested size to use as a reference, offline. */
function parseSamplePath(path: string) {
  const match = /^\/files\/samples\/([1-9]\d{0,4})x([1-9]\d{0,4})\.(png|jpeg)$/.exec(path);
  if (!match) return undefined;
  const [width, height] = [Number(match[1]), Number(match[2])];
  if (Math.max(width, height) > policies.results.sample_max_side) return undefined;
  const format = match[3] === 'png' ? 'png' : 'jpeg';
  return { width, height, format, seed: width * height, watermark: false, background: 'opaque' } as const;
}

function formatOf(output: EngineOutput): string {
  return output.kind === 'video' ? 'mp4' : output.drawing.format;
}
