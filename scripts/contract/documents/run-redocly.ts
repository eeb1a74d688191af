import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The output of a run of Redocly and how it ended. */
export interface RedoclyRun {
  readonly code: number;
  readonly output: string;
  /** Standard output and standard error together. */
  readonly report: string;
}

/** When a run is of no use any more, and ends with a failure. */
export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Runs the project's Redocly with the configuration at `root`, without its telemetry. Never rejects. */
export function runRedocly(
  root: string,
  parameters: readonly string[],
  { signal }: RunOptions = {},
): Promise<RedoclyRun> {
  const program = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
  const all = [program, ...parameters, '--config', join(root, 'redocly.yaml')];
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    const options = { cwd: root, env, signal, maxBuffer: 64 * 2 ** 20 };
    execFile(process.execPath, all, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, output: stdout, report: `${stdout}${stderr}`.trim() });
    });
  });
}
