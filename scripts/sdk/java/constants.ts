import type { Json, JsonObject } from '../../contract/contract.ts';
import { listPolicyValues } from '../client-policies.ts';
import type { SdkOperation } from '../sdk-document.ts';
import { toSourceFile } from './source-file.ts';

/** The numbers and names that clients share. */
export function policiesClass(policies: JsonObject): string {
  const lines = listPolicyValues(policies).map(([name, value]) => toConstant(name, value));
  const about = 'Behaviour as data, from the contract; durations carry their unit in the name.';
  return toClass('Policies', about, lines, ['java.util.List']);
}

/** The path of each operation. */
export function pathsClass(operations: readonly SdkOperation[]): string {
  const lines = operations.map(({ id, path }) =>
    toConstant(
      id.replace(/[A-Z]/g, (letter) => `_${letter}`),
      path,
    ),
  );
  return toClass('Paths', 'Paths of the operations, from the contract.', lines);
}

function toClass(
  name: string,
  about: string,
  lines: readonly string[],
  imports: readonly string[] = [],
): string {
  return toSourceFile(
    'dev.gatewright.internal',
    imports,
    `/** ${about} */\npublic final class ${name} {\n${lines.join('')}\n  private ${name}() {}\n}`,
  );
}

function toConstant(name: string, value: Json): string {
  const constant = name.toUpperCase();
  const about = name.replaceAll('_', ' ').toLowerCase();
  return `  /** ${about} */\n  public static final ${typeOf(value)} ${constant} = ${toLiteral(value)};\n`;
}

function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'List<String>';
  if (typeof value === 'string') return 'String';
  return Number.isInteger(value) ? 'int' : 'double';
}

function toLiteral(value: Json): string {
  return Array.isArray(value) ? `List.of(${JSON.stringify(value).slice(1, -1)})` : JSON.stringify(value);
}
