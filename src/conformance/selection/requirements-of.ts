import type { Case, Expectation, RequestTemplate, Step } from '../suite/case.ts';

export function expectationsOf(step: Step): readonly Expectation[] {
  return 'assert' in step ? step.assert : (step.expect ?? []);
}

/** The request template of a step, if it has one. */
export function requestsOf(step: Step): readonly RequestTemplate[] {
  if ('request' in step) return [step.request];
  if ('stream' in step) return [step.stream];
  return 'parallel' in step ? [step.parallel.request] : [];
}

/** The ids of the requirements that a case checks, each once, in order. */
export function requirementsOf({ steps, requirement: own }: Case): readonly string[] {
  const ids = steps.flatMap(expectationsOf).flatMap(({ requirement = own }) => requirement ?? []);
  return [...new Set(ids)];
}

/** The area of a requirement: `GW-IMG-SXP-014` is in `IMG-SXP`. */
export function areaOf(requirement: string): string {
  return requirement.replace(/^GW-/, '').replace(/-\d+$/, '');
}

/** The folder of a case: `conformance/cases/tasks/lifecycle.yaml` is in `tasks`. */
export function folderOf({ file }: { readonly file: string }): string {
  return file.split('/').at(-2) ?? '';
}
