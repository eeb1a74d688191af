import type { Digest } from '../../gateway/ports/digest.ts';
import type { Ids } from '../../gateway/ports/ids.ts';

/** Identifiers and seeds that are the same in every run with the same seed, and therefore guessable. */
export function createSeededIds(seed: number, digest: Digest): Ids {
  const draw = (kind: string) => {
    let drawn = 0;
    return () => digest.sha256(`${seed} ${kind} ${drawn++}`).slice(0, 32);
  };
  const [task, answer, request, number] = [draw('task'), draw('answer'), draw('request'), draw('seed')];
  return {
    taskId: () => `task_${task()}`,
    answerId: answer,
    requestId: () => `req_${request()}`,
    seed: () => Number.parseInt(number().slice(0, 8), 16),
  };
}

/** Numbers from 0 to below 1, the same in every run with the same seed. */
export function createSeededChance(seed: number, digest: Digest): () => number {
  let drawn = 0;
  return () => Number.parseInt(digest.sha256(`${seed} chance ${drawn++}`).slice(0, 8), 16) / 2 ** 32;
}
