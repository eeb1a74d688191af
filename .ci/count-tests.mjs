// Prints "N passed, N failed" from a vitest JSON report; a file that could not be loaded counts as a failure.
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2], 'utf8');
if (text === '') {
  console.error('The tests wrote no report.');
  console.log('0 passed, 0 failed');
  process.exit(1);
}
const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(text);
const broken = testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && assertionResults.every(({ status: result }) => result !== 'failed'),
);
if (numPendingTests > 0) console.log(`${numPendingTests} skipped`);
for (const { name, message } of broken) console.log(`${name} could not run: ${message}`);
console.log(`${numPassedTests} passed, ${numFailedTests + broken.length} failed`);
