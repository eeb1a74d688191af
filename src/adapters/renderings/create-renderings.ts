import { policies } from '../../../generated/policies.ts';
import { createFairQueue } from '../../gateway/memory/fair-queue.ts';
import type { Drawing, Reader, Rendering, Renderings } from '../../gateway/ports/media/renderings.ts';
import type { SampleMedia } from '../../sample-media/sample-media.ts';
import { createFileCache } from './file-cache.ts';

export interface RenderingsOptions {
  readonly renderer: SampleMedia;
  /** Files that are rendered at the same time. */
  readonly atOnce?: number;
  /** Maximum queued files of one owner. */
  readonly mostOfOwner?: number;
  /** Maximum queued files in all. */
  readonly most?: number;
  /** Maximum bytes of rendered files in the cache. */
  readonly keptBytes?: number;
}

interface Job {
  readonly name: string;
  readonly drawing: Drawing;
  readonly owner: string;
  readonly loadPicture: Reader['loadPicture'];
  readonly done: PromiseWithResolvers<Rendering>;
  /** Number of readers waiting for it. */
  readers: number;
}

const { at_once, waiting, kept_bytes } = policies.admission.renderings;

/** Creates an empty queue in front of a renderer. */
export function createRenderings({
  renderer,
  atOnce = at_once,
  mostOfOwner = waiting.per_account,
  most = waiting.per_process,
  keptBytes = kept_bytes,
}: RenderingsOptions): Renderings {
  const jobs = new Map<string, Job>();
  const kept = createFileCache(keptBytes);
  const queue = createFairQueue<Job>();
  let running = 0;
  const start = (job: Job) => {
    running += 1;
    draw(renderer, job)
      .then((bytes) => {
        kept.add(job.name, bytes);
        job.done.resolve({ kind: 'rendered', bytes });
      })
      .catch(job.done.reject)
      .finally(() => {
        running -= 1;
        jobs.delete(job.name);
        const next = queue.next();
        if (next) start(next);
      });
  };
  const enter = (drawing: Drawing, { owner, loadPicture }: Reader, name: string): Job | Rendering => {
    if (running >= atOnce && queue.size >= most) return { kind: 'too_many', most };
    if (running >= atOnce && queue.sizeOf(owner) >= mostOfOwner)
      return { kind: 'too_many_of_owner', most: mostOfOwner };
    const job: Job = { name, drawing, owner, loadPicture, done: Promise.withResolvers(), readers: 0 };
    jobs.set(name, job);
    if (running < atOnce) start(job);
    else queue.add(owner, job);
    return job;
  };
  const leave = (job: Job) => {
    job.readers -= 1;
    if (job.readers === 0 && queue.delete(job.owner, job)) jobs.delete(job.name);
  };
  return {
    find: (drawing) => kept.find(JSON.stringify(toWanted(drawing))),
    async render(drawing, reader) {
      const { signal } = reader;
      if (signal?.aborted) return { kind: 'cancelled' };
      const wanted = toWanted(drawing);
      const name = JSON.stringify(wanted);
      const bytes = kept.find(name);
      if (bytes) return { kind: 'rendered', bytes };
      const job = jobs.get(name) ?? enter(wanted, reader, name);
      return 'done' in job ? waitFor(job, signal, leave) : job;
    },
  };
}

/** The other members do not affect the rendering. */
function toWanted({ kind, drawing }: Drawing): Drawing {
  return { kind, drawing } as Drawing; // of the same kind
}

async function draw(
  renderer: SampleMedia,
  { drawing: { kind, drawing }, loadPicture }: Pick<Job, 'drawing' | 'loadPicture'>,
): Promise<Uint8Array> {
  if (kind === 'image')
    return 'layer' in drawing ? renderer.renderLayer(drawing) : renderer.renderImage(drawing);
  return renderer.renderClip(drawing, drawing.picture === undefined ? undefined : await loadPicture?.());
}

function waitFor(job: Job, signal: AbortSignal | undefined, leave: (job: Job) => void): Promise<Rendering> {
  job.readers += 1;
  return new Promise((resolve, reject) => {
    const cancel = () => {
      leave(job);
      resolve({ kind: 'cancelled' });
    };
    signal?.addEventListener('abort', cancel, { once: true });
    job.done.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', cancel));
  });
}
