import { policies } from '../../../../generated/policies.ts';
import { clean } from '../../../conformance/terminal/paint.ts';
import { connectUsage } from '../connect.ts';
import { type KnownModels, namesOf } from '../model-contract.ts';
import { shortFlag } from '../parameter-flags.ts';
import type { Parameter } from '../parameters.ts';

/** The commands that submit a task, with the words of their help. */
export const taskCommands = {
  image: {
    operation: 'image_generation',
    what: 'an image',
    flags: '--resolution 2K, --watermark, --n 2',
    example: 'gatewright image --model sx-5-0-pro --prompt "A fox in the snow" --size 2K --out fox.png',
  },
  video: {
    operation: 'video_generation',
    what: 'a video',
    flags: '--resolution 1080p, --aspect-ratio 9:16, --duration 3',
    example:
      'gatewright video --model vxq3 --prompt "The boat drifts by" --image https://example.com/boat.png --out boat.mp4',
  },
} as const;

export type TaskKind = keyof typeof taskCommands;

const COLUMN = 17;

/** The help of a command that submits a task. */
export function taskUsage(kind: TaskKind, known: KnownModels): string {
  const { operation, what, flags, example } = taskCommands[kind];
  const { poll_seconds: poll, give_up_seconds: giveUp } = policies.client;
  return `gatewright ${kind} --model MODEL --prompt TEXT [options]

Makes ${what}: shows the price, submits the request, waits for the result and saves it. Works with any gateway, such as gatewright mock.

  ${example}

  --model MODEL  ${namesOf(operation, known)}, or another that the gateway has
  --image FILE   a reference: a local file, or an address (repeatable)
  --out FILE     save the result: a file (several are numbered), or a folder; without it, the addresses are printed
  --yes          submit without asking (required without a terminal)
  --set N=VALUE  an additional field of the request, its value as JSON or text (repeatable)
${connectUsage(COLUMN)}  --task ID      submit nothing: wait for this task and save its result
  --timeout S    seconds until the command gives up; the task continues (default ${giveUp})
  --poll S       seconds between status requests (default ${poll.min} to ${poll.max})
  --json         print the task as one JSON object
  --help         this text; with --model, the parameters of the model as well

Every parameter of the model is a flag: ${flags}. See: gatewright ${kind} --model MODEL --help

Standard output has the names of the saved files, or the addresses; everything else goes to standard error.
Exit code: 0 done, 1 the task has no result, 2 nothing was submitted, 130 interrupted. Environment: NO_COLOR=1 disables colours.
`;
}

/** The parameters of a model as flags: what each means, what it may be, and what it is by default. */
export function parametersUsage(name: string, parameters: readonly Parameter[]): string {
  const column = Math.max(...parameters.map((parameter) => toHead(parameter).length)) + 4;
  const entries = parameters.map(
    (parameter) => `  ${toHead(parameter).padEnd(column - 2)}${clean(toWords(parameter))}\n`,
  );
  return `\nParameters of ${name}:\n\n${entries.join('')}`;
}

const PLACES = { text: ' TEXT', number: ' N', switch: '', list: ' X', json: ' JSON' } as const;

function toHead({ flag, kind }: Parameter): string {
  const [short = flag] = shortFlag(flag);
  return `--${short}${PLACES[kind]}`;
}

function toWords({ flag, description, isDeprecated, allowed, range, byDefault }: Parameter): string {
  const names = shortFlag(flag).length > 0 ? [`Also --${flag}.`] : [];
  const values = allowed.length > 0 ? [`One of ${allowed.join(', ')}.`] : [];
  const usual = byDefault === undefined ? [] : [`Default ${byDefault}.`];
  const advice = isDeprecated ? ['Deprecated.'] : [];
  return [...advice, description, ...values, ...toLimits(range), ...usual, ...names].join(' ');
}

function toLimits({ min, max }: Parameter['range']): readonly string[] {
  if (min === undefined) return max === undefined ? [] : [`At most ${max}.`];
  if (max === undefined) return [`At least ${min}.`];
  return [min === max ? `Only ${min}.` : `${min} to ${max}.`];
}
