import { join } from 'node:path';
import { generateForModels } from '../../../scripts/own-models/generate-for-models.ts';
import { besidePackage } from '../beside-package.ts';
import { print, readCommandLine } from '../command-line.ts';
import { refuseArguments } from '../options/refusal.ts';
import { PROJECT_FILE, readProject } from '../own-models/read-project.ts';
import { printHelp } from '../print-help.ts';
import { onModels, printProblems } from './on-models.ts';

const USAGE = `gatewright generate [options]

Writes what is derived from the contract with the models of a folder: OpenAPI documents (openapi.json, .yaml, 3.2, and
the variants for SDK generators), a JSON Schema of each model (schemas/), the requests of each model for the typed
client (model-types.ts), and your models for programs and pages (DIR/models.mjs: prices before paying, the mock of MSW).
With openapi-typescript (npm install --save-dev openapi-typescript typescript@5) also the types of all messages
(openapi-types.ts). Other files in the folder are not touched.

  --models DIR  folder with model files (default "models" of ${PROJECT_FILE})
  --out DIR     folder to write (default "generate": {"out": DIR} of ${PROJECT_FILE})
  --json        print one JSON object: files (their number) and changed, or problems;
                what could not be done is one line on standard error
  --help        this text

  gatewright generate --models models --out generated

Exit code: 0 written, 2 the models have problems, or the command failed.
`;

const OPTIONS = {
  models: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** `gatewright generate`: returns the exit code. */
export async function runGenerate(args: readonly string[]): Promise<number> {
  const { flags } = readCommandLine(args, OPTIONS, 0);
  if (flags.help) return printHelp(USAGE);
  return onModels(async (progress) => {
    const project = readProject();
    const { models = project.models, out = project.out } = flags;
    if (typeof models !== 'string' || models === '')
      return refuseArguments('Name the folder with the model files: --models DIR.');
    if (typeof out !== 'string' || out === '') return refuseArguments('Name the folder to write: --out DIR.');
    const generated = await generateForModels({ models, out, progress });
    progress.end();
    return flags.json ? printJson(generated) : printText(generated, out);
  });
}

type Generated = Awaited<ReturnType<typeof generateForModels>>;

function printJson({ kind, ...found }: Generated): 0 | 2 {
  print(`${JSON.stringify(found)}\n`);
  return kind === 'broken' ? 2 : 0;
}

function printText(generated: Generated, out: string): 0 | 2 {
  if (generated.kind === 'written') {
    const [missing] = generated.leftOut;
    if (missing !== undefined)
      process.stderr.write(
        `${join(out, missing)}, the types of all messages, is left out: it needs npm install --save-dev openapi-typescript typescript@5${besidePackage()}\n`,
      );
    return print(`${out}: ${generated.files} files, ${generated.changed.length} changed.\n`);
  }
  return printProblems(generated.problems, ': nothing was written');
}
