import type { ControlledClock } from '../adapters/clock/controlled-clock.ts';
import type { WakingClock } from '../gateway/ports/clock.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import { createMockPacer } from './pacer.ts';

/** The ports of chat and responses, at the pace of a clock. */
export function createTextPorts(
  clock: WakingClock | ControlledClock,
): Pick<Ports, 'documentReader' | 'pacer' | 'textEngine'> {
  return {
    documentReader: {
      readPages: async () => ({ kind: 'unreachable', reason: 'documents are not read here' }),
    },
    pacer: createMockPacer(clock),
    textEngine: {
      async *answer() {
        yield { kind: 'end', reason: 'stop' };
      },
    },
  };
}
