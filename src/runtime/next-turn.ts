interface Timers {
  readonly setImmediate?: (call: () => void) => unknown;
}

interface Runtime extends Timers {
  readonly process?: { readonly getBuiltinModule?: (name: string) => Timers | undefined };
}

const runtime = globalThis as Runtime;
/** What Node has, and browsers do not. Environments for tests such as Jest's jsdom take it out of the globals. */
const { setImmediate: immediately } = runtime.process?.getBuiltinModule?.('node:timers') ?? runtime;

/** Calls back after other work had its turn of the event loop. */
export function nextTurn(call: () => void): void {
  if (immediately) immediately(call);
  else viaChannel(call);
}

const waiting: (() => void)[] = [];
let post: (() => void) | undefined;

/** Messages are delivered in turns of their own, and sooner than the shortest timer of a browser. */
function viaChannel(call: () => void): void {
  post ??= openChannel();
  waiting.push(call);
  post();
}

function openChannel(): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => waiting.shift()?.());
  port1.start();
  return () => port2.postMessage(undefined);
}
