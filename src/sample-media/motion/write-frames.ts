import { nextTurn } from '../../runtime/next-turn.ts';

/** Frames that are written at a time, which takes a few milliseconds. */
const AT_A_TIME = 4;

/** Writes frames one after another, yielding to the event loop in between. */
export async function writeFrames(
  count: number,
  write: (step: number) => Uint8Array,
): Promise<readonly Uint8Array[]> {
  const frames: Uint8Array[] = [];
  for (let step = 0; step < count; step += 1) {
    if (step % AT_A_TIME === 0) await new Promise<void>(nextTurn);
    frames.push(write(step));
  }
  return frames;
}
