import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import openapi from '../../generated/mock-openapi.json' with { type: 'json' };
import { policies } from '../../generated/policies.ts';

const root = resolve(import.meta.dirname, '../..');
const readers = globSync('{src,scripts}/**/*.ts', { cwd: root })
  .map((path) => readFileSync(resolve(root, path), 'utf8'))
  .filter((text) => text.includes('policies'))
  .map((text) => new Set(text.match(/\w+/g)));
const leaves = Object.entries(policies).flatMap(([group, values]) =>
  Object.keys(values).map((name) => [group, name] as const),
);

test.each(leaves)('the policy %s.%s is read', (group, name) => {
  expect(readers.some((words) => words.has(group) && words.has(name))).toBe(true);
});

test("the mock's document and its command line have the same highest speed", () => {
  expect(openapi.components.schemas.MockClockChange.properties.speed.maximum).toBe(policies.mock.max_speed);
});
