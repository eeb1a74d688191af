import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { OPENAPI_GENERATOR_VERSION } from '../../scripts/sdk/generated/openapi-generator.ts';
import { buildTool } from '../generators/tools/go.ts';
import { fetchJar } from '../generators/tools/openapi-generator.ts';
import { runPython } from '../generators/tools/python.ts';
import { CommandError } from '../generators/workspace.ts';
import type { Validator } from './validator.ts';

const REDOCLY = resolve(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');
const REDOCLY_VERSION = '2.77.0';
const SPECTRAL_VERSION = '6.16.3';
const SPEC_VALIDATOR_VERSION = '0.9.0';
const KIN_VERSION = '0.152.0';

/** The validators, each with all its rules on and with no configuration of the project. */
export const validators: readonly Validator[] = [
  {
    name: 'Redocly, recommended-strict',
    version: REDOCLY_VERSION,
    command: `npx @redocly/cli@${REDOCLY_VERSION} lint --extends recommended-strict openapi.json`,
    reads: ['3.2', '3.1', '3.0'],
    needs: [],
    prepare: async ({ run }) => {
      const env = { REDOCLY_TELEMETRY: 'off' };
      const lint = [process.execPath, REDOCLY, 'lint', '--extends', 'recommended-strict'];
      return async (document) => void (await run([...lint, document], { env }));
    },
  },
  {
    name: 'Spectral, spectral:oas',
    version: SPECTRAL_VERSION,
    command: [
      `echo 'extends: ["spectral:oas"]' > rules.yaml`,
      `npx -p @stoplight/spectral-cli@${SPECTRAL_VERSION} spectral lint -r rules.yaml --fail-severity hint openapi.json`,
    ].join('\n'),
    reads: ['3.2', '3.1', '3.0'],
    needs: ['npx'],
    prepare: async ({ folder, run }) => {
      await writeFile(join(folder, 'rules.yaml'), 'extends: ["spectral:oas"]\n');
      const command = [
        'npx',
        '--yes',
        '-p',
        `@stoplight/spectral-cli@${SPECTRAL_VERSION}`,
        'spectral',
        'lint',
      ];
      const options = ['-r', 'rules.yaml', '--fail-severity', 'hint'];
      return async (document) => void (await run([...command, ...options, document]));
    },
  },
  {
    name: 'openapi-spec-validator',
    version: SPEC_VALIDATOR_VERSION,
    command: `pipx run openapi-spec-validator==${SPEC_VALIDATOR_VERSION} openapi.json`,
    reads: ['3.2', '3.1', '3.0'],
    needs: ['python3'],
    prepare: async (workspace) => {
      const python = await runPython(workspace, [`openapi-spec-validator==${SPEC_VALIDATOR_VERSION}`]);
      return async (document) => void (await python(['-m', 'openapi_spec_validator', document]));
    },
  },
  {
    name: 'kin-openapi',
    version: KIN_VERSION,
    command: `go run github.com/getkin/kin-openapi/cmd/validate@v${KIN_VERSION} -multi openapi.json`,
    reads: ['3.2', '3.1', '3.0'],
    needs: ['go'],
    prepare: async (workspace) => {
      const tool = await buildTool(workspace, {
        module: 'github.com/getkin/kin-openapi',
        version: `v${KIN_VERSION}`,
        command: '/cmd/validate',
      });
      return async (document) => void (await workspace.run([tool, '-multi', document]));
    },
  },
  {
    name: 'openapi-generator validate',
    version: OPENAPI_GENERATOR_VERSION,
    command: `java -jar openapi-generator-cli-${OPENAPI_GENERATOR_VERSION}.jar validate -i openapi.json`,
    reads: ['3.1', '3.0'],
    needs: ['java', 'mvn'],
    prepare: async (workspace) => {
      const jar = await fetchJar(workspace);
      return async (document) => {
        const report = await workspace.run(['java', '-jar', jar, 'validate', '-i', document]);
        // Warnings and recommendations do not fail the command.
        if (!report.includes('No validation issues detected.')) throw new CommandError(report);
      };
    },
  },
];
