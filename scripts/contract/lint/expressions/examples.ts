import type { ErrorObject } from 'ajv/dist/2020.js';
import { closestName } from '../../../../src/contract/names/closest-name.ts';
import type { JsonObject, ModelSource } from '../../contract.ts';
import { isObject, toList, toObject, toText } from '../../json.ts';
import { listMessages } from '../../read-pattern-messages.ts';
import type { Finding, LintRule } from '../problem.ts';
import { toWish } from '../wish.ts';
import { evaluateFor } from './evaluate.ts';
import { type RequestValidator, tryCompileRequest } from './request-validator.ts';

/** Valid examples pass, invalid ones break the rule they name, and every rule has an example that breaks it. */
export const examplesProveRules: LintRule = ({ models, parts }) => {
  const messages = new Map(
    [...models, ...parts].flatMap(({ source }) =>
      listMessages(source).map(({ pattern, message }) => [pattern, message] as const),
    ),
  );
  return models.flatMap((model) => {
    const validate = tryCompileRequest(model.requestSchema);
    if (!validate) return []; // another rule reports why it does not compile
    const rules = listRules(model);
    const { valid, invalid } = readExamples(model);
    const { file } = model;
    const none = { file, pointer: '/x-examples', message: `${model.title} has no valid example.` };
    return [
      ...(valid.length === 0 ? [none] : []),
      ...valid.flatMap((example, index) =>
        at(model, `valid/${index}`, validFault({ model, validate, rules, messages }, example)),
      ),
      ...invalid.flatMap((example, index) =>
        at(model, `invalid/${index}`, invalidFault({ model, validate, rules, messages }, example)),
      ),
      ...ruleFindings(model, rules, invalid),
      ...twiceFindings(model),
    ];
  });
};

/** Names of examples are unique. */
function twiceFindings(model: ModelSource): readonly Finding[] {
  const { valid, invalid } = readExamples(model);
  const places = [
    ...valid.map(({ name }, index) => ({ name, place: `valid/${index}` })),
    ...invalid.map(({ name }, index) => ({ name, place: `invalid/${index}` })),
  ];
  const names = places.map(({ name }) => name);
  return places.flatMap(({ name, place }, index) =>
    at(
      model,
      place,
      names.indexOf(name) < index ? `Example name "${String(name)}" is used twice.` : undefined,
    ),
  );
}

/** Rules on sizes and prompts, which the gateway has for all models. */
const MEASURED = ['size_unsupported', 'size_form', 'size_side', 'size_ratio', 'size_area', 'prompt_tokens'];

interface Rule {
  readonly id: string;
  readonly text: string;
  readonly path: string;
}

interface Prover {
  readonly model: ModelSource;
  readonly validate: RequestValidator;
  readonly rules: readonly Rule[];
  /** What patterns require, in words. */
  readonly messages: ReadonlyMap<string, string>;
}

function validFault({ model, validate, rules, messages }: Prover, example: JsonObject): string | undefined {
  const request = requestOf(model, example);
  const errors = validate(request);
  const broken =
    errors.length > 0 ? errors.map((error) => inWords(error, messages)) : brokenRules(model, rules, request);
  if (broken.length > 0) return `Valid example "${example.name}" breaks ${broken.join(', ')}.`;
  const fields = Object.keys(toObject(model.requestSchema.properties));
  const misspelled = Object.keys(request).find((name) => !fields.includes(name) && closestName(name, fields));
  return misspelled === undefined
    ? undefined
    : `Valid example "${example.name}" sends "${misspelled}", which is not a field: did you mean "${closestName(misspelled, fields)}"?`;
}

function invalidFault({ model, validate, rules }: Prover, example: JsonObject): string | undefined {
  const { name, path } = example;
  const breaks = String(example.breaks);
  const request = requestOf(model, example);
  if (breaks === 'prompt_tokens') return promptFault(model, example, request);
  if (MEASURED.includes(breaks)) return undefined; // checked where sizes are read
  const errors = validate(request).map(describe);
  const rule = rules.find(({ id }) => id === breaks);
  // An id that is used twice is reported there.
  const twins = rules.filter((one, index) => isTwin(one, rules.slice(0, index))).map(({ id }) => id);
  if (twins.includes(breaks)) return undefined;
  if (!rule) {
    if (errors.includes(`${breaks} at "${path}"`) || twins.length > 0) return undefined;
    const ids = [...rules.map(({ id }) => id), ...MEASURED];
    const meant = closestName(breaks, ids);
    if (meant !== undefined) return `Invalid example "${name}" breaks ${breaks}: did you mean "${meant}"?`;
    if (path !== undefined)
      return `Invalid example "${name}" does not break ${breaks} at "${path}" but ${listed(errors)}.`;
    return `Invalid example "${name}" needs the path of the field that breaks ${breaks}, such as "path": "/prompt"; only a rule has one, and the rules are ${ids.join(', ')}.`;
  }
  if (errors.length > 0)
    return `Invalid example "${name}" is for rule ${breaks} and must fit the schema; it breaks ${listed(errors)}.`;
  const broken = brokenRules(model, rules, request);
  if (broken.join() !== breaks)
    return `Invalid example "${name}" must break the rule ${breaks} alone; it breaks ${listed(broken)}.`;
  return path === rule.path
    ? undefined
    : `Invalid example "${name}" has path "${path}"; rule ${breaks} reports "${rule.path}".`;
}

/** A token has at least one byte; longer prompts are counted by the tests, which have the tokenizer. */
function promptFault(
  { vocabulary }: ModelSource,
  { name }: JsonObject,
  request: JsonObject,
): string | undefined {
  const { field, max_tokens: most } = toObject(vocabulary['x-prompt']);
  const complaint = `Invalid example "${name}" does not break prompt_tokens`;
  if (typeof most !== 'number') return `${complaint}: x-prompt has no max_tokens.`;
  const prompt = request[toText(field)];
  const bytes = typeof prompt === 'string' ? Buffer.byteLength(prompt) : 0;
  return bytes > most
    ? undefined
    : `${complaint}: its ${toText(field)} has ${bytes} bytes, which are at most as many tokens, and max_tokens is ${most}.`;
}

function isTwin({ id }: Pick<Rule, 'id'>, before: readonly Rule[]): boolean {
  return before.some((rule) => rule.id === id);
}

/** Ids of the rules that do not evaluate to `true`; one that cannot be evaluated gives its error. */
function brokenRules(model: ModelSource, rules: readonly Rule[], request: JsonObject): readonly string[] {
  return rules.flatMap(({ id, text }, index) => {
    if (isTwin({ id }, rules.slice(0, index))) return []; // an id used twice is reported there
    const outcome = evaluateFor(model, text, request);
    if ('error' in outcome) return [`${id} (${outcome.error})`];
    return outcome.value === true ? [] : [id];
  });
}

function ruleFindings(
  model: ModelSource,
  rules: readonly Rule[],
  invalid: readonly JsonObject[],
): readonly Finding[] {
  return rules.flatMap(({ id }, index) => {
    const pointer = `/x-validations/${index}/id`;
    const { file } = model;
    if (isTwin({ id }, rules.slice(0, index))) {
      return [{ file, pointer, message: `Rule id "${id}" is used twice.` }];
    }
    const ids = rules.map((rule) => rule.id);
    if (invalid.some(({ breaks }) => breaks === id || closestName(String(breaks), ids) === id)) return [];
    const message = `Rule "${id}" has no invalid example that breaks it; write for example { "name": "...", "breaks": "${id}", "request": { ... } }.`;
    return [{ file, pointer, message }];
  });
}

/** The keyword with the required value, where that helps. */
function inWords(error: ErrorObject, messages: ReadonlyMap<string, string>): string {
  if (error.keyword === 'required') return describe(error);
  const message = error.keyword === 'pattern' ? messages.get(error.params.pattern) : undefined;
  return `${describe(error)} (it ${message ?? toWish(error)})`;
}

/** An ajv error as `<keyword> at "<pointer>"`: a missing field is at the field, a forbidden one breaks `forbidden`. */
function describe({ keyword, instancePath, params }: ErrorObject): string {
  if (keyword === 'required') return `required at "${instancePath}/${params.missingProperty}"`;
  return `${keyword === 'false schema' ? 'forbidden' : keyword} at "${instancePath}"`;
}

function listed(faults: readonly string[]): string {
  return faults.length > 0 ? faults.join(', ') : 'nothing';
}

function requestOf({ id }: ModelSource, { request }: JsonObject): JsonObject {
  return { model: id, ...toObject(request) };
}

function listRules({ vocabulary }: ModelSource): readonly Rule[] {
  return toList(vocabulary['x-validations'])
    .filter(isObject)
    .map(({ id, rule, path }) => ({ id: String(id), text: String(rule), path: String(path) }));
}

function readExamples({ vocabulary }: ModelSource) {
  const { valid, invalid } = toObject(vocabulary['x-examples']);
  return { valid: toList(valid).filter(isObject), invalid: toList(invalid).filter(isObject) };
}

function at({ file }: ModelSource, place: string, fault: string | undefined): readonly Finding[] {
  return fault === undefined ? [] : [{ file, pointer: `/x-examples/${place}`, message: fault }];
}
