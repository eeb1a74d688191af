import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLinkLocal } from './address-range.ts';
import { AddressRefused } from './address-refused.ts';
import type { AddressGuard } from './create-address-guard.ts';

/** Creates a guard for developers' own programs: allows everything but link-local addresses, where clouds serve metadata. */
export function createLooseGuard(): AddressGuard {
  return {
    checkUrl: () => {},
    async vetHost(hostname) {
      const host = hostname.replace(/^\[(.*)\]$/, '$1');
      const found = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host }];
      const addresses = found.map(({ address }) => address);
      if (addresses.some(isLinkLocal)) throw new AddressRefused('the host has a link-local address');
      return addresses;
    },
  };
}
