import type { ControlledClock } from '../../adapters/clock/controlled-clock.ts';
import type {
  TextSimulator,
  TextSimulatorOptions,
} from '../../adapters/text-engine/create-text-simulator.ts';
import type { WakingClock } from '../../gateway/ports/clock.ts';
import type { Ports } from '../../gateway/ports/ports.ts';
import { createLazyTextSimulator } from './lazy-ports.ts';
import { createAnswerPacer, createMockPacer } from './pacer.ts';

/** The ports of chat and responses, paced by a clock. */
export function createTextPorts(
  clock: WakingClock | ControlledClock,
  { tokenizer, jsonDrawer }: Pick<Ports, 'tokenizer'> & Pick<TextSimulatorOptions, 'jsonDrawer'>,
): Pick<Ports, 'pacer'> & { readonly textEngine: TextSimulator } {
  const pacer = createMockPacer(clock);
  return {
    pacer,
    textEngine: createLazyTextSimulator({
      clock,
      pacer: createAnswerPacer(clock, pacer),
      tokenizer,
      ...(jsonDrawer ? { jsonDrawer } : {}),
    }),
  };
}
