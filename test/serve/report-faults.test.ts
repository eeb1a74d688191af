import { expect, test } from 'vitest';
import { UnavailableError } from '../../src/gateway/ports/unavailable.ts';
import { createFaultReporter } from '../../src/node/report-faults.ts';

test('logs a database that is away once a second, and every other fault', () => {
  const logged: string[] = [];
  let now = 0;
  const report = createFaultReporter({ fault: (_error, about) => void logged.push(about) }, () => now);
  const away = new UnavailableError('The database is away.');
  report(away, 'first');
  report(away, 'second');
  report(new TypeError('a fault'), 'fault');
  now = 999;
  report(away, 'third');
  now = 1000;
  report(away, 'fourth');
  now = 5000;
  report(new TypeError('a fault'), 'another fault');
  report(away, 'fifth');
  expect(logged).toEqual(['first', 'fault', 'fourth', 'another fault', 'fifth']);
});
