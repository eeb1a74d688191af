import { policies } from '../../../generated/policies.ts';
import { modelOfTask } from '../../contract/base-model.ts';
import { type ErrorReason, problem } from '../../contract/problem.ts';
import type { GatewayResponse } from '../exchange.ts';
import type { EngineOutput } from '../ports/engine.ts';
import { readTask, type TaskContext } from '../tasks/finish-task.ts';
import { linksExpireAt } from '../tasks/task-record.ts';
import { type FileName, parseFileTarget } from './file-target.ts';

/** Serves a result file or a sample reference: drawn when it is read, 410 after its link expired (section 2.5). */
export async function serveFile(context: TaskContext, path: string): Promise<GatewayResponse> {
  const sample = parseSamplePath(path);
  if (sample)
    return drawn(await context.ports.renderer.renderImage(sample), { format: sample.format, maxAge: 0 });
  const name = parseFileTarget(path);
  return name ? serveResult(context, name) : refused('file_not_found');
}

async function serveResult(context: TaskContext, name: FileName): Promise<GatewayResponse> {
  const task = await readTask(context, name.taskId);
  const { ports } = context;
  const output = task?.outcome?.status === 'success' ? task.outcome.outputs[name.index] : undefined;
  if (!task || !output || formatOf(output) !== name.format) return refused('file_not_found');
  const maxAge = linksExpireAt(task, modelOfTask(task)) - Math.floor(ports.clock.now() / 1000);
  if (maxAge <= 0) return refused('file_expired');
  const bytes =
    output.kind === 'video'
      ? await ports.renderer.renderVideo(output.drawing)
      : await ports.renderer.renderImage(output.drawing);
  return drawn(bytes, { format: name.format, maxAge });
}

/** `/files/samples/640x480.png`: a picture of any size to use as a reference, offline. */
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

function drawn(
  body: Uint8Array,
  { format, maxAge }: { readonly format: string; readonly maxAge: number },
): GatewayResponse {
  const headers = {
    'content-type': format === 'mp4' ? 'video/mp4' : `image/${format}`,
    'cache-control': maxAge > 0 ? `public, max-age=${maxAge}, immutable` : 'no-store',
  };
  return { status: 200, headers, body };
}

function refused(reason: ErrorReason): GatewayResponse {
  const { status, body } = problem(reason);
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
