import type { CatalogueModel } from '../../../contract/catalogue.ts';
import type { NanoUsd } from '../../../contract/money.ts';
import type { Hold } from '../../ports/store.ts';
import type { RequestContext } from '../../request-context.ts';
import { priceOfText } from '../price-text.ts';
import { termsOf } from '../text-model.ts';
import type { Meter } from './meter.ts';

/** The hold of an answer, and its usage so far. */
export interface AnswerBilling {
  readonly hold: Hold;
  /** Whether the hold still exists, unless it was settled. */
  readonly isValid: () => boolean;
  readonly meter: Meter;
  /** Called once the model has started; the first chunk is sent after it. */
  readonly begin: () => Promise<void>;
}

/** A charge that is not settled yet: the first of `close` and `release` decides. Neither rejects. */
export interface OpenCharge {
  /** Aborted when the charge is closed before the model has ended, and so when the client disconnects. */
  readonly signal: AbortSignal;
  /** Charges what was used: nothing before the model has started, never more than is held. */
  close(): Promise<void>;
  /** Charges nothing. */
  release(): Promise<void>;
}

/** The abort reason, shared by all answers: creating an error for each is expensive. */
const CLOSED = new Error('The answer was closed.');

/** Opens the charge of an answer; a client that disconnects closes it. */
export function openCharge(
  { model }: { readonly model: CatalogueModel },
  { ports, key, requestId, request, facts }: RequestContext,
  { hold, meter }: AnswerBilling,
): OpenCharge {
  const leaving = new AbortController();
  const client = request.signal();
  let closing: Promise<void> | undefined;
  const settle = async (charge: NanoUsd): Promise<void> => {
    client?.removeEventListener('abort', onLeave);
    // Nothing waits for a model that has ended, and to abort costs as much as a chunk.
    if (!meter.hasEnded()) leaving.abort(CLOSED);
    const settled = charge < hold.amount ? charge : hold.amount;
    try {
      await ports.store.settle(hold.id, settled, ports.clock.now());
      facts.cost = settled;
    } catch (error) {
      ports.reportFault(error, requestId);
    }
  };
  const used = () =>
    meter.hasBegun() ? priceOfText(termsOf(model).prices, meter.usage(), key.groupRatio) : 0n;
  const close = () => {
    closing ??= settle(used());
    return closing;
  };
  const onLeave = () => void close();
  if (client?.aborted) onLeave();
  else client?.addEventListener('abort', onLeave);
  return {
    signal: leaving.signal,
    close,
    release: () => {
      closing ??= settle(0n);
      return closing;
    },
  };
}
