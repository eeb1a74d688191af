#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// The second start reads compiled code instead of compiling it: the rest is loaded after this line.
enableCompileCache();
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
