/** Whether a peer is on this machine. Without an address it is in this process, not on a network. */
export function isLoopback(peer: string | undefined): boolean {
  if (peer === undefined || peer === '127.0.0.1' || peer === '::1') return true;
  return /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/i.test(peer);
}
