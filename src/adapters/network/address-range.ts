import ipaddr from 'ipaddr.js';

/** Ranges that a machine of our own, or of our neighbours, can have. */
const nearRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/**
 * How far away an IP address is: `public` on the internet, `near` on this machine or in a private network, `never` for
 * everything that is no place to call (link-local with its metadata services, multicast, reserved, no address).
 * IPv4 addresses inside IPv6 ones are taken for what they are.
 */
export function rangeOf(address: string): 'public' | 'near' | 'never' {
  if (!ipaddr.isValid(address)) return 'never';
  const range = ipaddr.process(address).range();
  if (range === 'unicast') return 'public';
  return nearRanges.has(range) ? 'near' : 'never';
}
