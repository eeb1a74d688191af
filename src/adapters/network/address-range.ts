import ipaddr from 'ipaddr.js';

/** Ranges that a machine of our own, or of our neighbours, can have. */
const nearRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** All of IPv6 that is given out; addresses outside, such as `::7f00:1`, can stand for an IPv4 one. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * How far away an IP address is: `public` on the internet, `near` on this machine or in a private network, `never` for
 * everything that is no place to call (link-local with its metadata services, multicast, reserved, no address).
 * IPv4 addresses inside IPv6 ones are taken for what they are.
 */
export function rangeOf(address: string): 'public' | 'near' | 'never' {
  if (!ipaddr.isValid(address)) return 'never';
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (nearRanges.has(range)) return 'near';
  if (range !== 'unicast') return 'never';
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST) ? 'public' : 'never';
}

/** Whether an address is of the link between two machines, as those of metadata services are. */
export function isLinkLocal(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'linkLocal';
}
