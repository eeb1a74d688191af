import type { Generator } from './generator.ts';
import { goGenerators } from './tools/go.ts';
import { openApiGenerator } from './tools/openapi-generator.ts';
import { pythonGenerators } from './tools/python.ts';
import { rustGenerators } from './tools/rust.ts';
import { typeScriptGenerators } from './tools/typescript.ts';

/** Every generator that is tried, in the order of the table. */
export const generators: readonly Generator[] = [
  ...openApiGenerator,
  ...goGenerators,
  ...pythonGenerators,
  ...typeScriptGenerators,
  ...rustGenerators,
];
