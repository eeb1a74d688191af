import { policies } from '../../../generated/policies.ts';
import { modelOfTask } from '../../contract/base-model.ts';
import { type ErrorReason, type ProblemResponse, problem } from '../../contract/problem.ts';
import { tooMuch } from '../admission/too-much.ts';
import type { GatewayResponse } from '../exchange.ts';
import type { EngineOutput } from '../ports/engine.ts';
import type { Drawing } from '../ports/renderings.ts';
import { readTask, type TaskContext } from '../tasks/finish-task.ts';
import { linksExpireAt } from '../tasks/task-record.ts';
import { type FileName, parseFileTarget } from './file-target.ts';

/** What serving files needs, and who requests this one. */
export interface FileContext extends TaskContext {
  /** Whether sample references are rendered without a key. */
  readonly offersSamples: boolean;
  signal(): AbortSignal | undefined;
}

/** Serves a result file or a sample reference: rendered when it is read, 410 after its link expired (section 2.5). */
export async function serveFile(context: FileContext, path: string): Promise<GatewayResponse> {
  const sample = context.offersSamples ? parseSamplePath(path) : undefined;
  if (sample) {
    const drawing = { kind: 'image', drawing: sample } as const;
    return serveDrawing(context, drawing, { owner: 'samples', format: sample.format, maxAge: 0 });
  }
  const name = parseFileTarget(path);
  return name ? serveResult(context, name) : refused('file_not_found');
}

async function serveResult(context: FileContext, name: FileName): Promise<GatewayResponse> {
  const task = await readTask(context, name.taskId);
  const output = task?.outcome?.status === 'success' ? task.outcome.outputs[name.index] : undefined;
  if (!task || !output || formatOf(output) !== name.format) return refused('file_not_found');
  const expiresAt = linksExpireAt(task, modelOfTask(task), context);
  const maxAge = expiresAt - Math.floor(context.ports.clock.now() / 1000);
  if (maxAge <= 0) return refused('file_expired');
  return serveDrawing(context, output, { owner: task.keyDigest, format: name.format, maxAge });
}

interface Manner {
  readonly owner: string;
  readonly format: string;
  /** Seconds. */
  readonly maxAge: number;
}

async function serveDrawing(
  { ports, signal }: FileContext,
  drawing: Drawing,
  { owner, ...manner }: Manner,
): Promise<GatewayResponse> {
  const rendering = await ports.renderings.render(drawing, { owner, signal: signal() });
  switch (rendering.kind) {
    case 'rendered':
      return drawn(rendering.bytes, manner);
    case 'too_many_of_owner':
      return toResponse(tooMuch('key', `${rendering.most} files to be drawn`));
    case 'too_many':
      return toResponse(tooMuch('process', `${rendering.most} files to be drawn`));
    case 'cancelled':
      return refused('file_not_found'); // no reader is left
  }
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

function drawn(body: Uint8Array, { format, maxAge }: Omit<Manner, 'owner'>): GatewayResponse {
  const headers = {
    'content-type': format === 'mp4' ? 'video/mp4' : `image/${format}`,
    'cache-control': maxAge > 0 ? `public, max-age=${maxAge}, immutable` : 'no-store',
  };
  return { status: 200, headers, body };
}

function refused(reason: ErrorReason): GatewayResponse {
  return toResponse(problem(reason));
}

function toResponse({ status, headers, body }: ProblemResponse): GatewayResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
