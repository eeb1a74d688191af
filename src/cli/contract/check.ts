import { checkModels } from '../../../scripts/own-models/check-models.ts';
import { plural } from '../../conformance/terminal/paint.ts';
import { print, readCommandLine } from '../command-line.ts';
import { refuseMisuse } from '../options/refusal.ts';
import { PROJECT_FILE, readProject } from '../own-models/read-project.ts';
import { onModels, tellProblems } from './on-models.ts';

const USAGE = `gatewright check [DIR]

Checks the model files of a folder as part of the contract, and prints each problem as file:line: message.
Without DIR, it checks the folder that "models" in ${PROJECT_FILE} names.

  gatewright check models

  --json  print one JSON object: models (their number) and problems, each with file, line, column and message;
          what could not be done is one line on standard error
  --help  this text

Exit code: 0 no problems, 2 problems, or the command failed.
`;

/** `gatewright check`: lints a folder of models. Returns the exit code. */
export async function runCheck(args: readonly string[]): Promise<number> {
  const { flags, words } = readCommandLine(args, { json: { type: 'boolean' } }, 1);
  if (flags.help) return print(USAGE);
  const [given] = words;
  return onModels(async (progress) => {
    const folder = given ?? readProject().models;
    if (folder === undefined) return refuseMisuse('Name the folder with the model files.');
    progress.step('Checking the models');
    const check = await checkModels(folder);
    progress.end();
    return flags.json ? report(check) : tell(check);
  });
}

type Check = Awaited<ReturnType<typeof checkModels>>;

function report({ models, problems }: Check): 0 | 2 {
  print(`${JSON.stringify({ models, problems })}\n`);
  return problems.length > 0 ? 2 : 0;
}

function tell({ models, problems }: Check): 0 | 2 {
  return problems.length > 0 ? tellProblems(problems) : print(`${plural(models, 'model')}, no problems.\n`);
}
