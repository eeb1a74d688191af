import { isLoopback } from './control/is-loopback.ts';

/** Where a mock listens, and by which names it may be asked besides. */
export interface OwnHostsOptions {
  /** Host and port, once it listens; a mock without a port of its own takes any port for its own. */
  readonly listensOn?: (() => { readonly host: string; readonly port: number } | undefined) | undefined;
  /** Hosts that a request may be addressed to; one without a port, on any. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Origins whose pages may steer it; a request may be addressed to their hosts as well. */
  readonly allowOrigins?: readonly string[] | undefined;
}

/**
 * Tells whether a `Host` is the mock: a loopback name or address, or the host it listens on, with its port; or one that was
 * allowed. Any other name may have been pointed at this machine by somebody else (DNS rebinding).
 */
export function createOwnHosts({
  listensOn = () => undefined,
  allowHosts = [],
  allowOrigins = [],
}: OwnHostsOptions): (host: string) => boolean {
  const hosts = new Set(allowHosts.map((host) => host.toLowerCase()));
  const pages = new Set(allowOrigins.map((origin) => new URL(origin).host));
  return (given) => {
    const host = given.toLowerCase();
    const [, name = '', port = '80'] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(host) ?? [];
    if (name === '') return false;
    if (hosts.has(host) || hosts.has(name) || pages.has(host)) return true;
    const place = listensOn();
    if (place && Number(port) !== place.port) return false;
    const bare = name.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    return bare === 'localhost' || isLoopback(bare) || bare === place?.host.toLowerCase();
  };
}
