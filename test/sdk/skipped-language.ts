import { spawnSync } from 'node:child_process';

/** Whether `SDK_LANGUAGES` names a language: then nothing of it may be skipped. */
export function isRequired(language: string): boolean {
  return (process.env.SDK_LANGUAGES ?? '').split(',').includes(language);
}

/** Whether the toolchain of a language is missing, which is said aloud and not required. */
export function isSkipped(language: string, program: string): boolean {
  if (isRequired(language) || spawnSync(program, ['version']).error === undefined) return false;
  console.warn(`SKIPPED: the SDK for ${language} is not tested here, because ${program} is not installed.`);
  return true;
}
