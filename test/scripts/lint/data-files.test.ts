import { expect, test } from 'vitest';
import { errorsFollowSection7 } from '../../../scripts/contract/lint/policies/error-table.ts';
import { policiesAreLeaves } from '../../../scripts/contract/lint/policies/policy-leaves.ts';
import { type BrokenCase, complaints, ERRORS, POLICIES } from './broken-contract.ts';

const cases: readonly (readonly [string, BrokenCase])[] = [
  [
    'a policy that is a bare value',
    {
      rule: policiesAreLeaves,
      breaks: [{ file: POLICIES, from: 'tasks:\n', to: 'tasks:\n  keep: 100\n' }],
      want: [`${POLICIES}:2: Policy "tasks.keep" must be {value, provenance}.`],
    },
  ],
  [
    'a policy without provenance',
    {
      rule: policiesAreLeaves,
      breaks: [{ file: POLICIES, from: '\n      provenance: { spec: "6" }', to: '' }],
      want: [
        `${POLICIES}:7: Policy "callbacks.delivery.retry_delays_seconds": provenance is missing: add {spec: "<section>"} or {choice: "<reason>"}.`,
      ],
    },
  ],
  [
    'a policy without value and with a stray member',
    {
      rule: policiesAreLeaves,
      breaks: [{ file: POLICIES, from: 'value: [10, 30, 60]', to: 'values: [10, 30, 60]' }],
      want: [
        `${POLICIES}:7: Policy "callbacks.delivery.retry_delays_seconds" has no value.`,
        `${POLICIES}:8: Policy "callbacks.delivery.retry_delays_seconds" has only value and provenance, not "values".`,
      ],
    },
  ],
  [
    'an error type that section 7 does not give the status',
    {
      rule: errorsFollowSection7,
      breaks: [{ file: ERRORS, from: 'status: 410', to: 'status: 402' }],
      want: [
        `${ERRORS}:9: Error "file_expired" has status 402 and must have type payment_required, not invalid_request_error.`,
      ],
    },
  ],
  ...[500, 501, 503].map((status): readonly [string, BrokenCase] => [
    `a type that is not the one of status ${status}`,
    {
      rule: errorsFollowSection7,
      breaks: [{ file: ERRORS, from: 'status: 410', to: `status: ${status}` }],
      want: [
        `${ERRORS}:9: Error "file_expired" has status ${status} and must have type server_error, not invalid_request_error.`,
      ],
    },
  ]),
  [
    'a status without a type',
    {
      rule: errorsFollowSection7,
      breaks: [{ file: ERRORS, from: 'status: 410', to: 'status: 504' }],
      want: [`${ERRORS}:8: Error "file_expired" has no type for status 504 in section 7.`],
    },
  ],
  [
    'an incomplete error',
    {
      rule: errorsFollowSection7,
      breaks: [{ file: ERRORS, from: 'message: "{detail}"', to: 'text: "{detail}"' }],
      want: [
        `${ERRORS}:1: Error "invalid_parameter" has no message.`,
        `${ERRORS}:4: Error "invalid_parameter" must not have the member "text".`,
      ],
    },
  ],
];

test.each(cases)('finds %s', async (_name, broken) => {
  expect(await complaints(broken)).toEqual(broken.want);
});
