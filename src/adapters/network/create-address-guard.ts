import { isIP } from 'node:net';
import { policies } from '../../../generated/policies.ts';
import { rangeOf } from './address-range.ts';
import { AddressRefused } from './address-refused.ts';
import { resolveByTheSystem, resolvePublicHost } from './resolve-host.ts';

export interface AddressGuardOptions {
  /** Allows this machine and private networks as well: for a mock, never for a service. */
  readonly allowPrivate?: boolean;
  /** Ports that may be called: those of the contract, or `any` for a mock. */
  readonly ports?: readonly number[] | 'any';
  /** All addresses of a host name: public DNS, or the system's resolver where private ones are allowed. Rejects for an unknown name. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

/** Decides which addresses may be called (section 6). */
export interface AddressGuard {
  /** Throws `AddressRefused` for an address that is not http(s), has user info, or has a port that is not allowed. */
  checkUrl(url: URL): void;
  /** The addresses to connect to for a host; throws `AddressRefused` when one of them may not be called. */
  vetHost(hostname: string): Promise<readonly string[]>;
}

/** Creates a guard: strict by default. */
export function createAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const { allowPrivate = false, ports = policies.callbacks.ports } = options;
  const { resolve = allowPrivate ? resolveByTheSystem : resolvePublicHost } = options;
  return {
    checkUrl(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new AddressRefused(`the scheme "${url.protocol.slice(0, -1)}" is not http or https`);
      }
      if (url.username !== '' || url.password !== '') {
        throw new AddressRefused('the address must not carry a user name or password');
      }
      const port = portOf(url);
      if (ports !== 'any' && !ports.includes(port)) {
        throw new AddressRefused(`port ${port} is not allowed, only ${ports.join(' and ')}`);
      }
    },
    async vetHost(hostname) {
      const host = hostname.replace(/^\[(.*)\]$/, '$1');
      if (!allowPrivate && isIP(host) === 0 && isLocalName(host)) throw new AddressRefused(NOT_PUBLIC);
      const addresses = isIP(host) === 0 ? await resolve(host) : [host];
      if (addresses.length === 0) throw new AddressRefused('the host has no address');
      for (const address of addresses) checkAddress(address, allowPrivate);
      return addresses;
    },
  };
}

/** One forbidden address disqualifies the host, so that it never depends on chance which address is connected to. */
function checkAddress(address: string, allowPrivate: boolean): void {
  const range = rangeOf(address);
  if (range === 'public' || (range === 'near' && allowPrivate)) return;
  throw new AddressRefused(NOT_PUBLIC);
}

const NOT_PUBLIC = 'the host is not on the public internet';

/** Names that public DNS never has: reserved for local use (RFC 6761, 6762, 8375), or single-label. */
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '').toLowerCase();
  return !name.includes('.') || /\.(localhost|local|internal|invalid|test|onion|home\.arpa)$/.test(name);
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
