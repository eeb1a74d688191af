import { policies } from '../../../generated/policies.ts';
import { createClient, type GatewrightClient } from '../../client/index.ts';
import { whyNothingAnswers } from '../../conformance/wire/why-no-response.ts';
import { MOCK_KEY } from '../../mock/sessions/accounts.ts';
import { refuse, refuseSetting } from '../options/refusal.ts';
import { CallFailure } from './call-failure.ts';

/** The gateway that a command calls. */
export interface Connection {
  readonly baseUrl: string;
  readonly client: GatewrightClient;
}

/** Where the gateway is and the key for it, as given on the command line. */
export interface GivenTarget {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** The lines of a help text about the options of `connect`, their descriptions at column `width`. */
export function connectUsage(width: number): string {
  const line = (flag: string, text: string) => `  ${flag.padEnd(width - 2)}${text}\n`;
  return `${line('--url URL', `base URL of the gateway (GATEWRIGHT_URL, or http://127.0.0.1:${policies.service.port})`)}${line('--key KEY', 'API key (GATEWRIGHT_KEY; a mock of this package needs none)')}`;
}

/** A signal for what is asked before anything is submitted: a gateway that stays silent does not keep a command waiting. */
export function withTimeLimit(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(policies.client.command_answer_seconds * 1000)]);
}

/** Finds address and key: options first, then the environment; a mock of this package needs no key. */
export async function connect(
  { url, key }: GivenTarget,
  signal: AbortSignal,
  { GATEWRIGHT_URL, GATEWRIGHT_KEY }: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Connection> {
  if (key === '') refuseSetting('key', key, 'not be empty');
  const baseUrl =
    url === undefined && GATEWRIGHT_URL
      ? readUrl('GATEWRIGHT_URL', GATEWRIGHT_URL)
      : readUrl('--url', url ?? `http://127.0.0.1:${policies.service.port}`);
  const apiKey = key ?? (GATEWRIGHT_KEY || (await findMockKey(baseUrl, signal)));
  if (!apiKey) return refuse('A key is needed: --key KEY, or the environment variable GATEWRIGHT_KEY.');
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    return refuse('The key must be visible ASCII characters without spaces.');
  return { baseUrl, client: createClient({ baseUrl, apiKey }) };
}

/** The address as it stands before `/v1`. */
function readUrl(source: string, text: string): string {
  if (/^https?:\/*[^/?#]*@/i.test(text))
    return refuse(`${source} must not contain a user name: give the key instead.`);
  if (/[?#]/.test(text))
    return refuse(`${source} ${JSON.stringify(text)} must have neither a query nor a fragment.`);
  if (!/^https?:\/\/[^\s/\\]\S*$/i.test(text) || !URL.canParse(text))
    return refuse(`${source} ${JSON.stringify(text)} must be an http(s) URL such as http://127.0.0.1:8080.`);
  return text.replace(/\/+$/, '').replace(/\/v1$/, '');
}

async function findMockKey(baseUrl: string, signal: AbortSignal): Promise<string | undefined> {
  let response: Response;
  try {
    const headers = { accept: 'application/json' };
    response = await fetch(new URL('/__mock', baseUrl), { headers, signal: withTimeLimit(signal) });
  } catch (error) {
    signal.throwIfAborted();
    throw noAnswer(baseUrl, error);
  }
  const index: unknown = await response.json().catch(() => undefined);
  return Reflect.get(Object(index), 'name') === 'gatewright mock' ? MOCK_KEY : undefined;
}

/** The failure of a request that got no response. */
export function noAnswer(baseUrl: string, error: unknown): CallFailure {
  return new CallFailure(
    `Nothing answers at ${baseUrl}: ${whyNothingAnswers(baseUrl, error)}. --url names the gateway; npx gatewright mock starts one.`,
  );
}
