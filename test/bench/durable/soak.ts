import { setTimeout as wait } from 'node:timers/promises';
import type { LoadGenerator } from '../load.ts';
import { SUBMIT } from '../workload.ts';
import { startMock } from './service.ts';

/** Memory of the mock under sustained load. */
export interface SoakFigures {
  readonly submits: number;
  readonly failures: number;
  readonly startBytes: number | undefined;
  readonly middleBytes: number | undefined;
  readonly endBytes: number | undefined;
}

const KEEP_TASKS = 1000;
/** Tasks end soon after their submission, so that the limit on finished tasks is what bounds the memory. */
const SPEED = 100;
const SLICE_SECONDS = 2;
/** A machine that accepts fewer per second gets no more time. */
const FEWEST_A_SECOND = 3000;
const REST_MS = 1000;

/** Submits to a mock that keeps 1,000 tasks until that many are accepted, or until the time limit. */
export async function measureSoak(generator: LoadGenerator, submits: number): Promise<SoakFigures> {
  await using mock = await startMock('--keep-tasks', String(KEEP_TASKS), '--speed', String(SPEED));
  const startBytes = mock.child.residentBytes();
  const sizes: { readonly submits: number; readonly bytes: number | undefined }[] = [];
  let taken = 0;
  let failures = 0;
  const mostSlices = submits / FEWEST_A_SECOND / SLICE_SECONDS;
  for (let slice = 0; slice < mostSlices && taken < submits; slice += 1) {
    const result = await generator.run(mock.origin, SUBMIT, SLICE_SECONDS);
    taken += result.answers;
    failures += result.failures;
    sizes.push({ submits: taken, bytes: mock.child.residentBytes() });
  }
  await wait(REST_MS);
  const middle = sizes.find((size) => size.submits >= taken / 2);
  return {
    submits: taken,
    failures,
    startBytes,
    middleBytes: middle?.bytes,
    endBytes: mock.child.residentBytes(),
  };
}
