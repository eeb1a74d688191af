import ipaddr from 'ipaddr.js';

/** Ranges of loopback and private networks. */
const nearRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** All allocated IPv6 space; addresses outside, such as `::7f00:1`, can stand for an IPv4 one. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Classifies an IP address: `public` on the internet, `near` on this machine or in a private network, `never` for
 * everything that must not be called (link-local with its metadata services, multicast, reserved, no address).
 * IPv4 addresses embedded in IPv6 ones are classified as IPv4.
 */
export function rangeOf(address: string): 'public' | 'near' | 'never' {
  if (!ipaddr.isValid(address)) return 'never';
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (nearRanges.has(range)) return 'near';
  if (range !== 'unicast') return 'never';
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST) ? 'public' : 'never';
}

/** Whether an address is link-local, as those of metadata services are. */
export function isLinkLocal(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'linkLocal';
}
