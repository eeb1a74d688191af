#!/usr/bin/env node
// Plain JavaScript, so that a Node that cannot run the rest can say so in one line, and because stripping the types of a single file
// takes a quarter of the start: the others are cached without.
'use strict';

const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');
const { engines } = require('../package.json');

// Node strips no types of files below node_modules: a built package holds JavaScript.
const isBuilt = !existsSync(join(__dirname, '../src/cli/run.ts'));
const newerNode = isBuilt ? 'npm install node@24 && npx gatewright' : 'npm ci && npx gatewright';
const numbersOf = (version) => version.match(/\d+/g).map(Number);
const [major, minor = 0] = numbersOf(engines.node);
const [ownMajor, ownMinor] = numbersOf(process.versions.node);

if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) {
  // From the second start on, compiled code is loaded from a cache, which Deno does not have.
  enableCompileCache?.();
  void import(isBuilt ? '../src/cli/run.js' : '../src/cli/run.ts').then(async ({ guardOutput, run }) => {
    guardOutput();
    const code = await run(process.argv.slice(2));
    process.exitCode ??= code;
  });
} else {
  process.stderr.write(
    `gatewright needs Node ${major}.${minor} or newer; this is Node ${process.versions.node}. npm can bring one: ${newerNode}\n`,
  );
  process.exitCode = 2;
}
