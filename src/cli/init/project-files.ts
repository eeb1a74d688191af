import { exampleModel } from './example-model.ts';
import { exampleTest } from './example-test.ts';

const README = `# Our models

Each file of \`models/\` is a model; \`models/Paper10.json\` says what its parts are for. Unless gatewright is installed
here or in a folder above, begin with \`npm install --save-dev gatewright\` (or with the path of its .tgz file).

    npx gatewright check        # what is wrong in the files, with file and line
    npx gatewright mock         # a gateway with these models; it picks up changes to the files
    npx gatewright generate     # types, schemas and OpenAPI documents, in generated/
    node --test                 # models.test.mjs: submits, polls, checks the result
`;

/** The files of a new folder of models, by path; the example refers to its schema where npm installs the package by default. */
export function projectFiles(
  schema = '../node_modules/gatewright/schemas/model.schema.json',
): Readonly<Record<string, string>> {
  return {
    'gatewright.config.json': toJson({ models: 'models', generate: { out: 'generated' } }),
    'models/Paper10.json': exampleModel(schema),
    'models.test.mjs': exampleTest,
    'README.md': README,
  };
}

/**
 * What npm has to know about the folder, unless it is part of a package. The package is a dependency only where `version` is given:
 * one that is installed in a folder above may be from a file, and npm would look for it in the registry.
 */
export function projectManifest(version: string | undefined): string {
  return toJson({
    private: true,
    type: 'module',
    scripts: { test: 'node --test' },
    ...(version !== undefined && { devDependencies: { gatewright: `^${version}` } }),
  });
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
