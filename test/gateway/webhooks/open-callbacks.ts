import { type AddressGuard, createAddressGuard } from '../../../src/adapters/network/create-address-guard.ts';
import { createCallbackSender } from '../../../src/adapters/network/create-callback-sender.ts';
import { createGuardedFetch } from '../../../src/adapters/network/create-guarded-fetch.ts';
import { createMessageTranslator } from '../../../src/adapters/platform/create-message-translator.ts';
import type { CallbackRequest } from '../../../src/gateway/ports/callback-sender.ts';
import type { Ports } from '../../../src/gateway/ports/ports.ts';
import type { TestGatewayOptions } from '../../support/create-test-gateway.ts';
import { openWire, type Wire } from '../../support/open-wire.ts';
import type { Shell } from '../../support/shells.ts';
import { PATIENCE_MS } from '../../support/until.ts';

/** A gateway behind a shell that really sends callbacks. */
export interface CallbackWire extends Wire {
  /** What was passed to the sender. */
  readonly requests: readonly CallbackRequest[];
  /** Resolves when that many callbacks were sent, answered or not, and their outcome is recorded. */
  sent(count: number): Promise<void>;
}

/** What such a gateway is opened with. */
export interface CallbackWireOptions
  extends Pick<TestGatewayOptions, 'keys' | 'ports' | 'startAt' | 'successStatus'> {
  readonly guard?: AddressGuard;
  /** Milliseconds that a receiver has for each attempt, in place of 10 seconds; by default longer than any test takes. */
  readonly timeoutsMs?: readonly number[];
}

/** The mock's guard: this machine and every port are allowed. */
export const relaxedGuard = createAddressGuard({ allowPrivate: true, ports: 'any' });

/** Opens a gateway with a real sender and the contract's texts; sends are counted, so that no test depends on timing. */
export async function openCallbacks(shell: Shell, options: CallbackWireOptions = {}): Promise<CallbackWire> {
  const { guard = relaxedGuard, timeoutsMs = [], ports, ...times } = options;
  const guardedFetch = createGuardedFetch(guard);
  const sender = createCallbackSender(guardedFetch);
  const requests: CallbackRequest[] = [];
  const waiting: { readonly count: number; readonly wake: () => void }[] = [];
  let ended = 0;
  const callbackSender: Ports['callbackSender'] = {
    async send(request) {
      const timeoutMs = timeoutsMs[requests.length] ?? PATIENCE_MS;
      requests.push(request);
      const result = await sender.send({ ...request, timeoutMs });
      ended += 1;
      for (const { count, wake } of waiting) if (ended >= count) wake();
      return result;
    },
  };
  const wire = await openWire(shell, {
    ...times,
    ports: { callbackSender, translator: createMessageTranslator(), ...ports },
  });
  return {
    ...wire,
    requests,
    async sent(count) {
      // A callback is due the moment its task ends: the clock has to check again.
      while (requests.length < count) await wire.advance(0);
      if (ended < count) await new Promise<void>((wake) => waiting.push({ count, wake }));
      await wire.advance(0);
    },
    async [Symbol.asyncDispose]() {
      await wire[Symbol.asyncDispose]();
      await guardedFetch.close();
    },
  };
}
