import { type LookupAddress, lookup, promises } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici/index.js';

/** Ranges of addresses of this machine and of private networks. */
const PRIVATE = ['unspecified', 'loopback', 'private', 'linkLocal', 'carrierGradeNat', 'uniqueLocal'];

/** Whether an IP address belongs to this machine or a private network. */
export function isPrivate(address: string): boolean {
  return PRIVATE.includes(ipaddr.process(address).range());
}

/** Whether a host is in a private network; false when its name cannot be resolved. */
export async function isInside(url: string): Promise<boolean> {
  const host = hostOf(url);
  if (isIP(host) > 0) return isPrivate(host);
  const found = await promises.lookup(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivate(address));
}

/** Throws for an IP address of a private network. Names are checked when they are resolved. */
export function expectOutside(url: string): void {
  const host = hostOf(url);
  if (isIP(host) > 0 && isPrivate(host)) throw inside(host);
}

function hostOf(url: string): string {
  return new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
}

function inside(address: string): Error {
  return new Error(`${address} is in a private network, and the target is not`);
}

const lookUpOutside: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found: readonly LookupAddress[]) => {
    const fault =
      error ?? found.filter(({ address }) => isPrivate(address)).map(({ address }) => inside(address))[0];
    const [first] = found ?? [];
    if (fault || !first) callback(fault ?? new Error(`${host} has no address`), '');
    else if (options.all) callback(null, [...found]);
    else callback(null, first.address, first.family);
  });
};

/** Refuses to connect to private networks, whatever a name resolves to. */
export const outside = new Agent({ connect: { lookup: lookUpOutside } });
