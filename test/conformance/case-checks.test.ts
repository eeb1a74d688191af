import { expect, test } from 'vitest';
import type { Step } from '../../src/conformance/suite/case.ts';
import { caseOf, MUST, runSmall, SHOULD, startSmall, tellChecks } from './small-gateway.ts';

const list = { operation: 'listModels' } as const;

test('where a choice of the target is left open, another one is unproven; anything else fails', async () => {
  const { baseUrl } = await startSmall(() => ({ body: { status: 'completed' } }));
  const check = (left_open: string, more: object = {}) => ({
    that: "body.status == 'success'",
    left_open,
    ...more,
  });
  const told = await tellChecks({ base_url: baseUrl }, [
    {
      request: list,
      expect: [
        check('succeeded(body.status)'),
        check("body.status == 'failed'"),
        check('body.none.status'),
        check('body.status', { requirement: SHOULD }),
        { that: "body.status == 'completed'", left_open: 'true' },
      ],
    },
  ]);
  expect(told).toEqual([
    'unproven: the target behaves differently, which the specification allows: body.status is "completed"',
    'failed: body.status is "completed"',
    'failed: body.status is "completed"',
    'warning: body.status is "completed"',
    'passed',
  ]);
});

test('a case stops where what it needs is missing, and the checks after it are unproven', async () => {
  const { baseUrl, asked } = await startSmall(() => ({ body: { n: 1 } }));
  const check = { requirement: MUST, status: 200 };
  const steps: readonly Step[] = [
    { request: list, expect: [{ that: 'body.n == 2' }, check] },
    { request: { ...list, query: { second: '1' } }, expect: [check] },
    { request: list, expect: [check] },
  ];
  const { requirement: _, ...one } = caseOf(steps);
  const [result] = await runSmall({ base_url: baseUrl }, [one]);
  expect(result?.checks.map(({ outcome, actual }) => [outcome, actual])).toEqual([
    ['unproven', 'body.n is 1'],
    ...Array(3).fill(['unproven', 'it needs body.n == 2; there was body.n is 1']),
  ]);
  expect(result?.outcome).toBe('unproven');
  expect(asked.some(({ url }) => url.includes('second'))).toBe(false);
});

test('a fault of the suite is an error, and the checks before it count', async () => {
  const { baseUrl } = await startSmall(() => ({}));
  const request = { request: list, expect: [{ status: 200 }] };
  const faulty = { request: { operation: 'noSuchOperation' }, expect: [{ status: 200 }] };
  expect(await tellChecks({ base_url: baseUrl }, [request, faulty])).toEqual([
    'passed',
    'error: The contract has no operation noSuchOperation',
  ]);
  const unknown = { request: { ...list, query: { a: '{{none.b}}' } }, expect: [{ status: 200 }] };
  const [told] = await tellChecks({ base_url: baseUrl }, [unknown]);
  expect(told).toMatch(/^error: /);
  const [, after] = await tellChecks({ base_url: baseUrl }, [request, unknown]);
  expect(after).toMatch(/^unproven: /);
});
