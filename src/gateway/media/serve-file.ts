import { policies } from '../../../generated/policies.ts';
import { modelOfTask } from '../../contract/base-model.ts';
import { problem } from '../../contract/problem.ts';
import type { GatewayResponse } from '../exchange.ts';
import type { EngineOutput } from '../ports/engine.ts';
import { readTask, type TaskContext } from '../tasks/finish-task.ts';
import { linksExpireAt } from '../tasks/task-record.ts';
import { answerFile, type FileRequest, toResponse } from './answer-file.ts';
import { type FileName, parseFileTarget } from './file-target.ts';

/** What serving files needs to know, and what is asked for. */
export interface FileContext extends TaskContext {
  /** Whether sample references are rendered without a key. */
  readonly offersSamples: boolean;
  readonly request: FileRequest;
}

/** Serves a result file or a sample reference: rendered when it is read, 410 after its link expired (section 2.5). */
export async function serveFile(context: FileContext, path: string): Promise<GatewayResponse> {
  const { request } = context;
  const sample = context.offersSamples ? parseSamplePath(path) : undefined;
  if (sample) {
    const drawing = { kind: 'image', drawing: sample } as const;
    return answerFile(
      context.ports,
      { drawing, owner: 'samples', format: sample.format, maxAge: 0 },
      request,
    );
  }
  const name = parseFileTarget(path);
  return name ? serveResult(context, name) : toResponse(problem('file_not_found'));
}

async function serveResult(context: FileContext, name: FileName): Promise<GatewayResponse> {
  const { request } = context;
  const task = await readTask(context, name.taskId);
  const output = task?.outcome?.status === 'success' ? task.outcome.outputs[name.index] : undefined;
  if (!task || !output || formatOf(output) !== name.format) return toResponse(problem('file_not_found'));
  const expiresAt = linksExpireAt(task, modelOfTask(task), context);
  const maxAge = expiresAt - Math.floor(context.ports.clock.now() / 1000);
  if (maxAge <= 0) return toResponse(problem('file_expired'));
  const loadPicture = () => context.ports.store.findPicture(task.id);
  const file = { drawing: output, owner: task.accountId, format: name.format, maxAge, loadPicture };
  return answerFile(context.ports, file, request);
}

/** `/files/samples/640x480.png`: an image of any size to use as a reference, offline. */
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
