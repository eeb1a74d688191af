import { isLoopback } from './control/is-loopback.ts';

/** The address a mock listens on, and other names it accepts. */
export interface OwnHostsOptions {
  /** Host and port, once it listens; a mock without a port of its own accepts any port. */
  readonly listensOn?: (() => { readonly host: string; readonly port: number } | undefined) | undefined;
  /** Hosts that a request may be addressed to; one without a port matches any. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Origins whose pages may control it; a request may be addressed to their hosts as well. */
  readonly allowOrigins?: readonly string[] | undefined;
}

/**
 * Whether a `Host` is the mock: a loopback name or address, or the host it listens on, with its port; or an
 * allowed one. Any other name may have been pointed at this machine by an attacker (DNS rebinding).
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
