import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readModels } from '../../scripts/contract/models/read-models.ts';
import { models } from '../../src/contract/catalogue.ts';
import { planOutput } from '../../src/contract/output.ts';
import type { RequestBody } from '../../src/contract/rules/self.ts';
import { validateRequest } from '../../src/contract/validate.ts';
import { modelOf } from './requests.ts';

interface Example {
  readonly name: string;
  readonly request: RequestBody;
}
interface InvalidExample extends Example {
  readonly breaks: string;
  readonly path: string;
}

const sources = await readModels(fileURLToPath(new URL('../..', import.meta.url)));
const examples = sources.map(({ id, vocabulary }) => {
  // The dialect's own schema says what examples look like.
  const { valid, invalid } = vocabulary['x-examples'] as unknown as {
    readonly valid: readonly Example[];
    readonly invalid: readonly InvalidExample[];
  };
  return { id, valid, invalid };
});
const validRows = examples.flatMap(({ id, valid }) => valid.map((example) => ({ id, ...example })));
const invalidRows = examples.flatMap(({ id, invalid }) => invalid.map((example) => ({ id, ...example })));

it('the catalogue has the models of the model files', () => {
  expect(models.map(({ identity }) => identity.id).sort()).toEqual(sources.map(({ id }) => id).sort());
});

it.each(validRows)('$id accepts its example: $name', ({ id, request }) => {
  expect(validateRequest(modelOf(id), { model: id, ...request })).toMatchObject({ kind: 'valid' });
});

it.each(validRows)('$id plans the output of its example: $name', ({ id, request }) => {
  const model = modelOf(id);
  const result = validateRequest(model, { model: id, ...request });
  if (result.kind !== 'valid') throw new TypeError(`the example is ${result.kind}`);
  const plan = planOutput(model, result.self);
  expect(plan.kind === 'video' ? plan.seconds : plan.count).toBeGreaterThan(0);
});

it.each(invalidRows)('$id refuses its example: $name', ({ id, request, breaks, path }) => {
  const result = validateRequest(modelOf(id), { model: id, ...request });
  if (result.kind !== 'invalid') throw new TypeError(`the example is ${result.kind}`);
  const found = result.violations.map((violation) => `${violation.rule} ${violation.path}`);
  // a missing choice of fields is reported at the field that a rule says is needed
  const places = breaks === 'anyOf' && path === '' ? [path, '/prompt'] : [path];
  expect(places.map((place) => `${breaks} ${place}`).some((wanted) => found.includes(wanted))).toBe(true);
});

const ruleRows = models.flatMap(({ identity, rules }) =>
  rules.map((rule) => ({ id: identity.id, rule: rule.id })),
);

it.each(ruleRows)('$id has an example that breaks $rule', ({ id, rule }) => {
  const broken = invalidRows.filter((row) => row.id === id).map(({ breaks }) => breaks);
  expect(broken).toContain(rule);
});

const forbiddenRows = models.flatMap(({ identity, forbidden }) =>
  Object.keys(forbidden).map((field) => ({ id: identity.id, field })),
);

it.each(forbiddenRows)('$id has an example that sends the forbidden $field', ({ id, field }) => {
  const paths = invalidRows
    .filter((row) => row.id === id && row.breaks === 'forbidden')
    .map(({ path }) => path);
  expect(paths).toContain(`/${field}`);
});
