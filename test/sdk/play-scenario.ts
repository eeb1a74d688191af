import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { models } from '../../src/contract/catalogue.ts';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { serveBrokenAnswers } from './broken-answers.ts';
import { serveBrokenStreams } from './broken-streams.ts';
import { readEstimateCases } from './estimate-cases.ts';
import { readVectors } from './read-vectors.ts';
import { grow, openRelay, type SentRequest } from './relay.ts';

const run = promisify(execFile);

/** What a scenario program printed, by step. */
export type Steps = Readonly<Record<string, unknown>>;

/** What a program did with a mock. */
export interface Played {
  readonly steps: Steps;
  /** Why steps failed, by step. */
  readonly faults: Readonly<Record<string, string>>;
  /** Estimates that are not those of the vectors and the contract. */
  readonly wrongEstimates: readonly object[];
  /** Requests of a session, such as `retried`. */
  sentTo(session: string): readonly SentRequest[];
}

/** An answer that lasts until even a slow program has left it. */
const LONG = {
  operation: 'createChatCompletion',
  outcome: 'reply',
  reply: { text: 'One two three four five six seven eight nine ten.', pace: '1h' },
};

/** Something that happens in a session, by its name. */
const SCENES: readonly (readonly [session: string, scenario: object])[] = [
  [
    'failed',
    {
      operation: 'createImage',
      outcome: 'fail',
      error: { code: 'upstream_error', message: 'The engine is out.' },
    },
  ],
  ['cancelled', { operation: 'createImage', outcome: 'cancel' }],
  ['slow', { operation: 'createImage', outcome: 'delay', delay: '24h' }],
  ['held', { operation: 'createImage', outcome: 'delay', delay: '24h' }],
  ['silent', { operation: 'getTask', outcome: 'delay', delay: '24h' }],
  ['limited', { operation: 'createImage', outcome: 'status', status: 429 }],
  ['retried', { operation: 'createImage', outcome: 'status', status: 502, times: 2 }],
  ['dropped', { operation: 'createImage', outcome: 'drop', times: 1 }],
  ['dropped', { operation: 'createImage', outcome: 'truncate', times: 1 }],
  ['dropped', { operation: 'getTask', outcome: 'truncate', times: 1 }],
  ['download', { operation: 'getFile', outcome: 'truncate', times: 1 }],
  ['left', LONG],
  ['left-early', LONG],
  [
    'chat-fails',
    {
      operation: 'createChatCompletion',
      outcome: 'fail',
      error: { code: 'upstream_error', message: 'The engine is out.' },
    },
  ],
];

/** Every spelling of every model, as a request that the program must send unchanged. */
export const spellings = models
  .filter(({ identity }) => identity.operation === 'image_generation')
  .flatMap(({ identity }) => identity.spellings)
  .map((model) => ['/v1/images/generations', { model, prompt: 'A lighthouse' }] as const);

/** Runs a scenario program against a mock whose clock is fast; its sessions begin with the name of the language. */
export async function playScenario(
  language: string,
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
): Promise<Played> {
  const estimates = await readEstimateCases();
  await using mock = await startMock({ speed: 200 });
  for (const [name, scenario] of SCENES)
    await fetch(`${mock.session(`${language}-${name}`).baseUrl}/__mock/scenarios`, {
      method: 'POST',
      body: JSON.stringify(scenario),
    });
  await using plain = await openRelay(mock.baseUrl);
  await using grown = await openRelay(mock.baseUrl, grow);
  await using broken = await serveBrokenStreams();
  await using answers = await serveBrokenAnswers();
  const prefix = `/__session/${language}`;
  const { stdout } = await run(program, args, {
    cwd: folder,
    timeout: 240_000,
    maxBuffer: 20_000_000,
    env: {
      ...process.env,
      PLAIN: plain.url + prefix,
      GROWN: grown.url + prefix,
      // Some languages read variables in the encoding of the locale.
      INPUT: toAscii({
        picture: `${plain.url}/files/samples/1280x720.png`,
        spellings,
        signatures: readVectors('webhook-signatures'),
        streams: readVectors('event-streams'),
        estimates: estimates.given,
        broken: broken.streams,
        answers: answers.given,
      }),
    },
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    steps: stepsOf(lines),
    faults: Object.fromEntries(
      lines.filter((line) => 'fault' in line).map(({ step, fault }) => [step, fault]),
    ),
    wrongEstimates: estimates.findWrong(stepsOf(lines).estimates),
    sentTo: (session) => plain.sent.filter(({ url }) => url.startsWith(`${prefix}-${session}/`)),
  };
}

function stepsOf(lines: readonly { readonly step: string; readonly value?: unknown }[]): Steps {
  return Object.fromEntries(lines.filter((line) => 'value' in line).map(({ step, value }) => [step, value]));
}

/** JSON without other characters than those of ASCII. */
function toAscii(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
