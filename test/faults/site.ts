import { type Place, runForData, type Service, startService } from '../serve/service.ts';

/** A gateway under test: its processes, its database, and the key of one account with funds. */
export interface Site extends AsyncDisposable {
  readonly place: Place;
  readonly key: string;
  readonly account: string;
  origins(): readonly string[];
  services(): readonly Service[];
  /** Ends a process by a signal and starts another in its place. */
  replace(index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Ends every process in an orderly way. */
  stop(): Promise<void>;
}

/** Deposit of the account, in USD: more than any run spends. */
export const DEPOSIT_USD = '1000';

/** Starts that many processes on a new database. */
export async function openSite(place: Place, processes: number): Promise<Site> {
  const created = await runForData<{ readonly key: string; readonly account: string }>(
    place,
    'keys',
    'create',
    '--credit',
    DEPOSIT_USD,
  );
  const start = () => startService(place, '--allow-private-addresses');
  const services = await Promise.all(Array.from({ length: processes }, start));
  return {
    place,
    ...created,
    services: () => services,
    origins: () => services.map(({ baseUrl }) => baseUrl),
    async replace(index, signal) {
      const service = services[index];
      if (!service) throw new RangeError(`There is no process ${index}.`);
      service.child.kill(signal);
      await expectExit(service, signal);
      await service[Symbol.asyncDispose]();
      services[index] = await start();
    },
    async stop() {
      await Promise.all(
        services.map((service) => {
          service.child.kill('SIGTERM');
          return expectExit(service, 'SIGTERM');
        }),
      );
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(services.map((service) => service[Symbol.asyncDispose]()));
    },
  };
}

async function expectExit(service: Service, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const wanted = signal === 'SIGKILL' ? 'SIGKILL' : 0;
  const code = await service.exit();
  if (code !== wanted)
    throw new Error(`After ${signal} it ended with ${code}: ${service.output().slice(-2000)}`);
}
