import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Preloaded: from the second run on, this process and those it starts load compiled code from a cache. Not TypeScript, whose types would
// have to be stripped first.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
enableCompileCache();
