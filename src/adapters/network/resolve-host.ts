import { lookup, Resolver } from 'node:dns/promises';
import { policies } from '../../../generated/policies.ts';

const { seconds, tries } = policies.network.lookup;

/** Creates what asks the name servers of the system, and gives them their time. */
export function createResolver(): Resolver {
  return new Resolver({ timeout: seconds * 1000, tries });
}

/**
 * All addresses of a name in public DNS. Queries the name servers itself: the system's resolver would occupy one of the few
 * threads of the process for as long as a slow name server takes. Rejects when there is none.
 */
export async function resolvePublicHost(
  hostname: string,
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'> = createResolver(),
): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failure = answers.find((answer) => answer.status === 'rejected');
  if (addresses.length === 0 && failure) throw failure.reason;
  return addresses;
}

/** All addresses that the system's resolver finds for a name, private ones and those of this machine included. Rejects when there is none. */
export async function resolveByTheSystem(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}
