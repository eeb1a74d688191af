import { formatMegabytes, formatRatio, spreadOf } from './figures.ts';
import { type Measurements, toOperationReports } from './report.ts';

/** One target and what was measured. */
export interface AimResult {
  readonly what: string;
  readonly measured: string;
  readonly aim: string;
  readonly isMet: boolean;
}

const LONGEST_START_MS = 400;
const LONGEST_GENERATION_MS = 5000;

/** Every performance target of the project, met or not. */
export function checkAims(measurements: Measurements): readonly AimResult[] {
  return [
    ...ratioAims(measurements),
    startAim(measurements),
    ...memoryAims(measurements),
    generationAim(measurements),
  ];
}

function ratioAims(measurements: Measurements): readonly AimResult[] {
  return toOperationReports(measurements).flatMap(({ name, ratios }) =>
    ratios.map(({ other, ratio, least }) => ({
      what: `${name}: gatewright / ${other}`,
      measured: formatRatio(ratio),
      aim: `at least ${least}x`,
      isMet: ratio.median >= least,
    })),
  );
}

function startAim({ processes }: Measurements): AimResult {
  const { median } = spreadOf(processes.gatewright.startMs);
  return {
    what: 'start of gatewright to its first 200',
    measured: `${Math.round(median)} ms`,
    aim: `under ${LONGEST_START_MS} ms`,
    isMet: median < LONGEST_START_MS,
  };
}

function memoryAims({ processes: { gatewright, prism } }: Measurements): readonly AimResult[] {
  return (['startBytes', 'loadedBytes'] as const).flatMap((when) => {
    const [own, others] = [gatewright[when], prism[when]];
    // Where the system reports no sizes there is nothing to compare.
    if (own === undefined || others === undefined) return [];
    return {
      what: `memory of gatewright ${when === 'startBytes' ? 'at start' : 'after load'}`,
      measured: formatMegabytes(own),
      aim: `under Prism's ${formatMegabytes(others)}`,
      isMet: own < others,
    };
  });
}

function generationAim({ generation }: Measurements): AimResult {
  const { median } = spreadOf(generation.milliseconds);
  return {
    what: 'full npm run generate',
    measured: `${(median / 1000).toFixed(1)} s`,
    aim: `under ${LONGEST_GENERATION_MS / 1000} s`,
    isMet: median < LONGEST_GENERATION_MS,
  };
}
