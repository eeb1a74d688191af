import { generatedLanguages } from '../../../scripts/sdk/generated/generated-languages.ts';
import type { SdkLanguage } from '../../../scripts/sdk/language.ts';
import { sdkLanguages } from '../../../scripts/sdk/languages.ts';
import { writeSdk } from '../../../scripts/sdk/write-sdk.ts';
import { closestName, didYouMean } from '../../contract/names/closest-name.ts';
import { print, readCommandLine } from '../command-line.ts';
import { refuseArguments } from '../options/refusal.ts';
import { PROJECT_FILE, readProject } from '../own-models/read-project.ts';
import { printHelp } from '../print-help.ts';
import { onModels, printProblems } from './on-models.ts';

const LANGUAGES = [...sdkLanguages, ...generatedLanguages];
const NAMES = LANGUAGES.map(({ name }) => name);

const USAGE = `gatewright sdk LANGUAGE --out DIR [options]

Writes a typed SDK for the contract, with the models of a folder. For TypeScript, use @gatewright/client.
The generators of the language are downloaded once, and kept in your cache folder.

  tested:         ${listNames(sdkLanguages)}
  not verified:   ${listNames(generatedLanguages)}
                  (openapi-generator alone: no task handles, streams, retries or callbacks; needs java, and mvn once)

  --out DIR     folder to write, which must not exist or be empty
  --models DIR  folder with model files (default "models" of ${PROJECT_FILE}, else the models of the contract)
  --help        this text

  gatewright sdk python --out gatewright-python

Exit code: 0 written, 2 the models have problems, or the command failed.
`;

const OPTIONS = {
  models: { type: 'string' },
  out: { type: 'string' },
} as const;

/** `gatewright sdk`: returns the exit code. */
export async function runSdk(args: readonly string[]): Promise<number> {
  const { flags, words } = readCommandLine(args, OPTIONS, 1);
  if (flags.help) return printHelp(USAGE);
  const [name] = words;
  if (name === undefined) return refuseArguments(`Name a language: ${NAMES.join(', ')}.`);
  if (name === 'typescript')
    refuseArguments(
      'The SDK for TypeScript is the package @gatewright/client; for models of your own, gatewright generate writes its types.',
    );
  const language = LANGUAGES.find((one) => one.name === name);
  if (language === undefined) {
    const meant = didYouMean(closestName(name, NAMES));
    return refuseArguments(`There is no SDK for "${name}", only for ${NAMES.join(', ')}.${meant}`);
  }
  const { out } = flags;
  if (typeof out !== 'string' || out === '') return refuseArguments('Name the folder to write: --out DIR.');
  return onModels(async (progress) => {
    const { models = readProject().models } = flags;
    if (typeof models === 'boolean' || models === '')
      return refuseArguments('Name the folder with the model files: --models DIR.');
    const { problems, gaps } = await writeSdk({ language, out, models, progress });
    progress.end();
    if (problems.length > 0) return printProblems(problems, ': nothing was written');
    const notes = language.caveat === undefined ? gaps : [language.caveat];
    process.stderr.write(notes.map((note) => `${note}\n`).join(''));
    return print(`${out}: an SDK for ${language.title}. Read its README.md first.\n`);
  });
}

function listNames(languages: readonly SdkLanguage[]): string {
  return languages.map(({ name }) => name).join(', ');
}
