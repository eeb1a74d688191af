import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Generator } from '../generator.ts';
import type { Workspace } from '../workspace.ts';

const VERSION = '0.15.1';
const PATIENCE_MINUTES = 60;

/** Builds a program that uses the crate in `client/`; dependencies compiled for one document are reused for the next. */
export async function compileRust(
  { folder, cache, run, copy }: Workspace,
  { client, program }: { readonly client: string; readonly program: string },
): Promise<(baseUrl: string) => Promise<string>> {
  await copy(program, 'program/src/main.rs');
  const manifest = [
    '[package]\nname = "program"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]',
    `${client} = { path = "../client" }`,
    'serde_json = "1"',
    'reqwest = { version = "*", default-features = false }',
    'tokio = { version = "1", features = ["rt-multi-thread", "macros", "time"] }\n',
  ];
  await writeFile(join(folder, 'program', 'Cargo.toml'), manifest.join('\n'));
  const env = { CARGO_TARGET_DIR: join(cache, `target-${client}`) };
  await run(['cargo', 'build', '--quiet', '-j1'], { at: 'program', env, minutes: PATIENCE_MINUTES });
  return (baseUrl) => run([join(env.CARGO_TARGET_DIR, 'debug', 'program'), baseUrl]);
}

/** The generators that come as crates. */
export const rustGenerators: readonly Generator[] = [
  {
    name: 'progenitor',
    version: VERSION,
    command: `cargo install cargo-progenitor@${VERSION} --locked\ncargo progenitor -i openapi.sdk-3.0.json -o client -n gateway -v 1.0.0`,
    reads: ['3.0'],
    needs: ['cargo'],
    note: 'Reads OpenAPI 3.0 only.',
    generate: async ({ cache, run, document }) => {
      const tool = join(cache, 'bin', 'cargo-progenitor');
      const install = ['cargo', 'install', `cargo-progenitor@${VERSION}`, '--locked', '--root', cache, '-j1'];
      if (!existsSync(tool)) await run(install, { minutes: PATIENCE_MINUTES });
      await run([tool, 'progenitor', '-i', document, '-o', 'client', '-n', 'gateway', '-v', '1.0.0']);
    },
    compile: (workspace) => compileRust(workspace, { client: 'gateway', program: 'progenitor.rs' }),
  },
];
