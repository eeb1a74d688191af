import { spawnSync } from 'node:child_process';

/** Whether the toolchain of a language is missing, which is said aloud; `SDK_LANGUAGES` names languages that must be there. */
export function isSkipped(language: string, program: string): boolean {
  const isRequired = (process.env.SDK_LANGUAGES ?? '').split(',').includes(language);
  if (isRequired || spawnSync(program, ['version']).error === undefined) return false;
  console.warn(`SKIPPED: the SDK for ${language} is not tested here, because ${program} is not installed.`);
  return true;
}
