import { type LookupAddress, lookup, promises } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';

const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv6');

/** Whether an address of the Internet Protocol is of this machine or of a private network. */
export function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a host is in a private network. One whose name cannot be looked up is not. */
export async function isInside(url: string): Promise<boolean> {
  const host = hostOf(url);
  if (isIP(host) > 0) return isPrivate(host);
  const found = await promises.lookup(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivate(address));
}

/** Throws for an address of a private network that needs no name. */
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

/** Connects to no private network, whatever a name leads to. */
export const outside = new Agent({ connect: { lookup: lookUpOutside } });
