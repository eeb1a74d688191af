import type { Json, ModelSource } from '../contract.ts';
import type { ContractFile } from '../files/data-file.ts';
import { createLocator } from '../files/locate.ts';
import { isObject } from '../json.ts';
import { type Problem, toLine } from '../problem.ts';
import type { LintSubject } from './lint-subject.ts';
import type { Finding } from './problem.ts';

/** Converts findings to problems with positions, in order; findings of several models on a shared file are reported once. */
export function locateFindings(subject: LintSubject, findings: readonly Finding[]): readonly Problem[] {
  const { models, parts, operations, openapi } = subject;
  const texts = new Map(
    [...models, ...parts, ...operations, ...openapi].map(({ file, text }) => [file, text]),
  );
  const locators = new Map<string, ReturnType<typeof createLocator>>();
  const located = findings.map((finding) => {
    const { file, pointer, model } = originOf(subject, finding);
    const locate = locators.get(file) ?? createLocator(texts.get(file) ?? '');
    locators.set(file, locate);
    return { problem: { file, ...locate(pointer), message: finding.message }, model };
  });
  const groups = Map.groupBy(located, ({ problem }) => toLine(problem));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const names = [...new Set(group.flatMap(({ model }) => (model === undefined ? [] : [model])))];
    const prefix = names.length === 0 ? '' : `${names.join(', ')}: `;
    return [{ ...first.problem, message: prefix + first.problem.message }];
  });
}

/** Locates a finding in a model file: possibly in a shared file, in which case the model is named. */
export function originOf(subject: LintSubject, finding: Finding): Place & { readonly model?: string } {
  const model = subject.models.find(({ file }) => file === finding.file);
  if (!model) return finding;
  const steps = finding.pointer.split('/').slice(1);
  const place = steps[0]?.startsWith('x-')
    ? inVocabulary(subject, model, steps)
    : throughReferences(subject, model, steps);
  return place.file === model.file ? place : { ...place, model: model.title };
}

type Place = Pick<Finding, 'file' | 'pointer'>;

function inVocabulary(subject: LintSubject, model: ModelSource, steps: readonly string[]): Place {
  const own = { file: model.file, pointer: toPointer(steps) };
  const family = findPart(subject, model.written['x-family']);
  const [keyword = ''] = steps;
  if (!family) return own;
  const depth = keyword === 'x-validations' ? 1 : keyword === 'x-examples' ? 2 : undefined;
  if (depth === undefined || steps[depth] === undefined) {
    return keyword in model.written || !(keyword in family.source) ? own : { ...own, file: family.file };
  }
  const joined = valueAt(family.source, steps.slice(0, depth));
  const inherited = Array.isArray(joined) ? joined.length : 0;
  const index = Number(steps[depth]);
  if (index < inherited) return { ...own, file: family.file };
  return { ...own, pointer: toPointer(steps.with(depth, String(index - inherited))) };
}

function throughReferences(subject: LintSubject, model: ModelSource, steps: readonly string[]): Place {
  let holder: { readonly file: string } = model;
  let node: Json | undefined = model.written;
  let taken: readonly string[] = [];
  for (const step of steps) {
    const isOwn = isObject(node) && Object.hasOwn(node, step); // "$ref" itself, and what stands beside it
    const part: ContractFile | undefined =
      isObject(node) && !isOwn ? findPart(subject, node.$ref) : undefined;
    if (part) [holder, node, taken] = [part, part.source, []];
    node = valueAt(node, [step]);
    taken = [...taken, step];
  }
  return { file: holder.file, pointer: toPointer(taken) };
}

function findPart(subject: LintSubject, reference: Json | undefined): ContractFile | undefined {
  if (typeof reference !== 'string') return undefined;
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return subject.parts.find(({ file }) => file === `schemas/common/${name}`);
}

function valueAt(value: Json | undefined, steps: readonly string[]): Json | undefined {
  return steps.reduce<Json | undefined>((node, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(node)) return node[Number(name)];
    return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }, value);
}

function toPointer(steps: readonly string[]): string {
  return steps.map((step) => `/${step}`).join('');
}
