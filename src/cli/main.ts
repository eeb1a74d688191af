#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// From the second start on, compiled code is loaded from a cache: the rest is imported after this line.
enableCompileCache();
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
