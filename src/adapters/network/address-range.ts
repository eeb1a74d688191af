import ipaddr from 'ipaddr.js';

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

/** Whether an address is link-local, as those of metadata services are, or an IPv6 one that a router may translate to such an IPv4 one. */
export function isLinkLocal(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const inside = parsed instanceof ipaddr.IPv6 ? listEmbedded(parsed) : [];
  return [parsed, ...inside].some((one) => one.range() === 'linkLocal');
}

/** Where IPv6 addresses of a prefix contain an IPv4 one: its bytes, inverted in some. */
interface Embedding {
  readonly prefix: ReturnType<typeof ipaddr.IPv6.parseCIDR>;
  readonly bytes: readonly (readonly [number, number, number, number])[];
  readonly isInverted?: boolean;
}

/** The last four bytes. */
const LAST = [12, 13, 14, 15] as const;

const EMBEDDINGS: readonly Embedding[] = [
  { prefix: ipaddr.IPv6.parseCIDR('::/96'), bytes: [LAST] },
  { prefix: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), bytes: [LAST] },
  // NAT64; the prefix of a network is /48, /56, /64 or /96 (RFC 6052, 8215), and the ninth byte is left out
  { prefix: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), bytes: [LAST] },
  {
    prefix: ipaddr.IPv6.parseCIDR('64:ff9b:1::/48'),
    bytes: [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], LAST],
  },
  // 6to4
  { prefix: ipaddr.IPv6.parseCIDR('2002::/16'), bytes: [[2, 3, 4, 5]] },
  // Teredo: its server, and its client
  { prefix: ipaddr.IPv6.parseCIDR('2001::/32'), bytes: [[4, 5, 6, 7]] },
  { prefix: ipaddr.IPv6.parseCIDR('2001::/32'), bytes: [LAST], isInverted: true },
];

function listEmbedded(address: ipaddr.IPv6): readonly ipaddr.IPv4[] {
  const all = address.toByteArray();
  return EMBEDDINGS.filter(({ prefix }) => address.match(prefix)).flatMap(({ bytes, isInverted }) =>
    bytes.map((four) => new ipaddr.IPv4(four.map((at) => (all[at] ?? 0) ^ (isInverted ? 0xff : 0)))),
  );
}
