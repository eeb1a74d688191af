interface Timers {
  setInterval(call: () => void, milliseconds: number): unknown;
  clearInterval(timer: unknown): void;
}

const { process } = globalThis as {
  process?: { readonly getBuiltinModule?: (name: string) => Timers | undefined };
};
/** Those of Node, whatever a test has put in their place; pages need none. */
const timers = process?.getBuiltinModule?.('node:timers');
const FOR_LONG_MS = 2 ** 31 - 1;

/** Keeps the process alive until a promise is settled, which may depend on alarms that keep no process alive. */
export async function keepAlive<Value>(pending: Promise<Value>): Promise<Value> {
  const timer = timers?.setInterval(() => {}, FOR_LONG_MS);
  try {
    return await pending;
  } finally {
    timers?.clearInterval(timer);
  }
}
