// Prints "N passed, N failed" from vitest's JSON reports; a file that could not be loaded and a report that was not
// written count as failures.
import { readFileSync } from 'node:fs';

const reports = process.argv.slice(2).map((file) => {
  const text = readFileSync(file, 'utf8');
  if (text === '') console.error('Some of the tests wrote no report.');
  return text === '' ? undefined : JSON.parse(text);
});
const complete = reports.filter((report) => report !== undefined);
const broken = complete
  .flatMap(({ testResults }) => testResults)
  .filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every(({ status: result }) => result !== 'failed'),
  );
const missing = reports.length - complete.length;
const sum = (name) => complete.reduce((total, report) => total + report[name], 0);
if (sum('numPendingTests') > 0) console.log(`${sum('numPendingTests')} skipped`);
for (const { name, message } of broken) console.log(`${name} could not run: ${message}`);
console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests') + broken.length + missing} failed`);
if (missing > 0) process.exitCode = 1;
