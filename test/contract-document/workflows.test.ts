import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const generated = resolve(import.meta.dirname, '../../generated');
const folder = join(generated, 'workflows');

interface Arazzo {
  readonly sourceDescriptions: readonly { readonly url: string }[];
  readonly workflows: readonly { readonly steps: readonly { readonly operationId?: string }[] }[];
}

const names = readdirSync(folder);
const documents = names.map((name) => parse(readFileSync(join(folder, name), 'utf8')) as Arazzo);
const { paths } = parse(readFileSync(join(generated, 'openapi.yaml'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
};
const operations = Object.values(paths).flatMap((item) =>
  Object.values(item).flatMap(({ operationId }) => operationId ?? []),
);

test('the main journeys are published as workflows for the document next to them', () => {
  expect(names.sort()).toEqual([
    'chat.arazzo.yaml',
    'choose-model.arazzo.yaml',
    'make-clip.arazzo.yaml',
    'make-image.arazzo.yaml',
    'submit-once.arazzo.yaml',
    'understand-refusal.arazzo.yaml',
    'watch-balance.arazzo.yaml',
  ]);
  for (const { sourceDescriptions } of documents)
    expect(sourceDescriptions.map(({ url }) => url)).toEqual(['../openapi.yaml']);
});

test('every step of a workflow calls an operation of the document', () => {
  const called = documents.flatMap(({ workflows }) =>
    workflows.flatMap(({ steps }) => steps.map(({ operationId }) => operationId)),
  );
  expect(called.length).toBeGreaterThan(20);
  expect(called.filter((id) => id === undefined || !operations.includes(id))).toEqual([]);
});
