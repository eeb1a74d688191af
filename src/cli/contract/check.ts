import { checkModels } from '../../../scripts/own-models/check-models.ts';
import { plural } from '../../contract/plural.ts';
import { print, readCommandLine } from '../command-line.ts';
import { refuseArguments } from '../options/refusal.ts';
import { PROJECT_FILE, readProject } from '../own-models/read-project.ts';
import { printHelp } from '../print-help.ts';
import { onModels, printProblems } from './on-models.ts';

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
  if (flags.help) return printHelp(USAGE);
  const [given] = words;
  return onModels(async (progress) => {
    const folder = given ?? readProject().models;
    if (folder === undefined) return refuseArguments('Name the folder with the model files.');
    progress.step('Checking the models');
    const check = await checkModels(folder);
    progress.end();
    return flags.json ? printJson(check) : printText(check);
  });
}

type Check = Awaited<ReturnType<typeof checkModels>>;

function printJson({ models, problems }: Check): 0 | 2 {
  print(`${JSON.stringify({ models, problems })}\n`);
  return problems.length > 0 ? 2 : 0;
}

function printText({ models, problems }: Check): 0 | 2 {
  return problems.length > 0 ? printProblems(problems) : print(`${plural(models, 'model')}, no problems.\n`);
}
