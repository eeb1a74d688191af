import type { ControlledClock } from '../../adapters/clock/controlled-clock.ts';
import { quote } from '../../contract/quote.ts';
import { parseDuration } from '../duration.ts';
import type { MockSession } from '../sessions/session.ts';
import { type ControlCall, type ControlSchemas, readControlBody, refuseValue } from './control-call.ts';
import type { ControlResponse } from './control-response.ts';

/** Times are written with a four-digit year. */
const END_OF_TIME = Date.UTC(10_000, 0);

const FOREIGN_CLOCK = 'the clock of this session is controlled by the program that this mock is part of';

/** `GET /__mock/clock`. */
export function getClock({ session }: ControlCall): ControlResponse {
  return { status: 200, body: toClock(session) };
}

/** `POST /__mock/clock`: speed, then freeze, then advance. */
export async function setClock({ session, request }: ControlCall): Promise<ControlResponse> {
  const read = await readControlBody(request, 'setMockClock');
  if (read.kind === 'refused') return read.response;
  const clock = controlOf(session);
  if (!clock) return refuseValue('', 'clock', FOREIGN_CLOCK);
  const { speed, freeze, advance } = read.body;
  const byMs = advance === undefined ? 0 : parseDuration(advance);
  if (clock.now() + byMs >= END_OF_TIME) {
    const message = `advance must not go beyond the year 9999; got ${quote(advance)}`;
    return refuseValue('/advance', 'maximum', message);
  }
  clock.setPace({
    ...(speed === undefined ? {} : { speed }),
    ...(freeze === undefined ? {} : { isFrozen: freeze }),
  });
  if (advance !== undefined) await clock.advance(byMs, session.settle);
  return { status: 200, body: toClock(session) };
}

function controlOf({ clock }: MockSession): ControlledClock | undefined {
  return 'setPace' in clock ? (clock as ControlledClock) : undefined; // only controlled clocks have it
}

/** The time and speed of a session, as the control plane reports them. */
export function toClock(session: MockSession): ControlSchemas['MockClock'] {
  const { speed, isFrozen } = controlOf(session)?.pace() ?? { speed: 1, isFrozen: true };
  const now = session.clock.now();
  return { now: new Date(now).toISOString(), unix_ms: now, speed, frozen: isFrozen };
}
