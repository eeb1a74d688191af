import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json, JsonObject } from '../contract/contract.ts';
import { runRedocly } from '../contract/documents/run-redocly.ts';
import { stringList, toEntries, toList, toObject, toText } from '../contract/json.ts';
import { mapSchemas } from '../emit/documents/schema-walk.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import type { BreakingChange, ContractSnapshot } from './breaking-change.ts';
import { DOCUMENT_FILE } from './find-breaking-changes.ts';

/** The major changes that `redocly diff` finds between the documents of two snapshots: a second opinion on the same files. */
export async function diffWithRedocly(
  before: ContractSnapshot,
  after: ContractSnapshot,
): Promise<readonly BreakingChange[]> {
  await using folder = await makeTemporaryFolder('gatewright-diff-');
  // Without a configuration that enables rules, every change is rated a patch.
  await writeFile(join(folder.path, 'redocly.yaml'), 'extends: [diff-recommended]\n');
  await writeFile(join(folder.path, 'before.json'), toComparable(before.document));
  await writeFile(join(folder.path, 'after.json'), toComparable(after.document));
  await runDiff(folder.path);
  const report = JSON.parse(await readFile(join(folder.path, 'report.json'), 'utf8')) as JsonObject;
  return toList(report.changes).flatMap(toChange);
}

/**
 * Removes the members that a branch lists only because it requires them (they accept any value, and Redocly compares
 * branches as text), and `null`, which only our own comparison understands.
 */
function toComparable(document: JsonObject): string {
  const comparable = mapSchemas(document, (whole) => {
    const { properties, ...schema } = withoutNulls(whole);
    const required = stringList(schema.required);
    const said = toEntries(properties).filter(
      ([name, property]) => !required.includes(name) || Object.keys(toObject(property)).length > 0,
    );
    return said.length > 0 ? { ...schema, properties: Object.fromEntries(said) } : schema;
  });
  return JSON.stringify(comparable);
}

function withoutNulls(schema: JsonObject): JsonObject {
  const { type, enum: values, anyOf, not, ...rest } = schema;
  const shapes = toList(anyOf).filter((branch) => toObject(branch).type !== 'null');
  const [only] = shapes;
  if (anyOf !== undefined && shapes.length === 1) return { ...toObject(only), ...rest };
  const types = stringList(type).filter((name) => name !== 'null');
  return {
    ...rest,
    ...(type === undefined ? {} : { type: types.length === 1 ? types[0] : type }),
    ...(values === undefined ? {} : { enum: toList(values).filter((value) => value !== null) }),
    ...(anyOf === undefined ? {} : { anyOf: shapes }),
    ...(not === undefined || toObject(not).type === 'null' ? {} : { not }),
  };
}

async function runDiff(folder: string): Promise<void> {
  const options = ['--format', 'json', '--output', 'report.json', '--fail-on', 'none'];
  const { code, report } = await runRedocly(folder, ['diff', 'before.json', 'after.json', ...options]);
  if (code !== 0) throw new Error(`redocly diff failed:\n${report}`);
}

function toChange(change: Json): readonly BreakingChange[] {
  const { verdicts, base, revision } = toObject(change);
  const pointer = (toText(toObject(base).pointer) || toText(toObject(revision).pointer)).replace(/^#/, '');
  return toList(verdicts)
    .map(toObject)
    .filter((verdict) => verdict.impact === 'major')
    .map((verdict) => ({
      file: DOCUMENT_FILE,
      pointer,
      what: toText(verdict.message),
      advice: `redocly rule ${toText(verdict.ruleId)}`,
    }));
}
