import type { ParseArgsOptionsConfig } from 'node:util';

/** Flags of every command that calls a gateway. */
export const CALL_FLAGS = {
  model: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig;

/** Flags of the commands that submit or follow a task. */
export const TASK_FLAGS = {
  ...CALL_FLAGS,
  out: { type: 'string' },
  task: { type: 'string' },
  timeout: { type: 'string' },
  poll: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
} as const satisfies ParseArgsOptionsConfig;

/** Sets any field of the request. */
export const SET_FLAG = { set: { type: 'string', multiple: true } } as const satisfies ParseArgsOptionsConfig;
