import { isIP } from 'node:net';
import { isLinkLocal } from './address-range.ts';
import { AddressRefused } from './address-refused.ts';
import type { AddressGuard } from './create-address-guard.ts';
import { resolveByTheSystem } from './resolve-host.ts';

/** Creates a guard for developers' own programs: allows everything but link-local addresses, where clouds serve metadata. */
export function createLooseGuard(resolve = resolveByTheSystem): AddressGuard {
  return {
    checkUrl: () => {},
    async vetHost(hostname) {
      const host = hostname.replace(/^\[(.*)\]$/, '$1');
      const addresses = isIP(host) === 0 ? await resolve(host) : [host];
      if (addresses.some(isLinkLocal)) throw new AddressRefused('the host has a link-local address');
      return addresses;
    },
  };
}
