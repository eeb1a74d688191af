import type { Json, JsonObject } from '../../contract/contract.ts';
import { listPolicyValues } from '../client-policies.ts';
import type { SdkOperation } from '../sdk-document.ts';
import { toSnake } from './names.ts';

/** The module with the numbers that clients share, and the path of each operation. */
export function constantsModule(policies: JsonObject, operations: readonly SdkOperation[]): string {
  const paths = operations.map(({ id, path }) => toConstant(toSnake(id), '&str', JSON.stringify(path)));
  return `//! Behaviour as data, from the contract.

use std::time::Duration;

${listPolicyValues(policies).map(toPolicy).join('\n')}

/// Paths of the operations.
pub mod paths {
${paths.join('\n')}
}
`;
}

const UNIT = /_(milli)?seconds(?=_|$)/;

function toPolicy([name, value]: readonly [string, Json]): string {
  const [unit, isMilli] = UNIT.exec(name) ?? [];
  if (typeof value === 'number' && unit !== undefined) {
    const milliseconds = Math.round(isMilli ? value : value * 1000);
    return toConstant(name.replace(unit, ''), 'Duration', `Duration::from_millis(${milliseconds})`);
  }
  if (Array.isArray(value)) return toConstant(name, '&[&str]', `&${JSON.stringify(value)}`);
  return toConstant(name, typeof value === 'number' ? 'usize' : '&str', JSON.stringify(value));
}

function toConstant(name: string, type: string, value: string): string {
  return `pub const ${name.toUpperCase()}: ${type} = ${value};`;
}
