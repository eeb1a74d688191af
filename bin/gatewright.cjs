#!/usr/bin/env node
// Plain JavaScript, so that a Node that cannot run the rest can say so in one line.
'use strict';

const { engines } = require('../package.json');

const numbersOf = (version) => version.match(/\d+/g).map(Number);
const [major, minor = 0] = numbersOf(engines.node);
const [ownMajor, ownMinor] = numbersOf(process.versions.node);

if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) {
  void import('../src/cli/main.ts');
} else {
  process.stderr.write(
    `gatewright needs Node ${major}.${minor} or newer; this is Node ${process.versions.node}. "npm ci" installs a newer one: run "npm start" or "npx gatewright".\n`,
  );
  process.exitCode = 2;
}
