import type { LintSubject } from './lint-subject.ts';
import { originOf } from './locate-findings.ts';
import type { Finding } from './problem.ts';
import type { LintStep } from './rules.ts';

/**
 * The findings of the steps, in order, without consequences of earlier findings: a second finding at the same place,
 * and findings on a model file whose members the step needs are invalid.
 */
export function applySteps(subject: LintSubject, steps: readonly LintStep[]): readonly Finding[] {
  const models = new Set(subject.models.map(({ file }) => file));
  const places = new Set<string>();
  const broken = new Set<string>();
  const reported = new Set<string>();
  let tried = subject;
  return steps.flatMap(
    ({ rule, needs = [], isSecondOpinion = false, isByProperty = false, isLast = false }) => {
      const isConsequence = (finding: Finding) =>
        (isByProperty && broken.has(`${finding.file} ${propertyOf(finding.pointer)}`)) ||
        (models.has(finding.file) && needs.some((member) => broken.has(`${finding.file} ${member}`))) ||
        (isSecondOpinion && broken.has(`${finding.file} ${memberOf(finding.pointer)}`));
      const isTold = (finding: Finding) =>
        places.has(placeOf(subject, finding)) ||
        (finding.about !== undefined && reported.has(`${finding.file} ${finding.about}`));
      const found = rule(tried).filter((finding) => !isConsequence(finding));
      if (isLast) tried = without(tried, found);
      const news = found.filter((finding) => !isTold(finding));
      for (const finding of found) {
        places.add(placeOf(subject, finding));
        if (finding.about !== undefined) reported.add(`${finding.file} ${finding.about}`);
        for (const member of [
          memberOf(finding.pointer),
          propertyOf(finding.pointer),
          ...(finding.spoils ?? []),
        ])
          broken.add(`${finding.file} ${member}`);
      }
      return news;
    },
  );
}

function without(subject: LintSubject, found: readonly Finding[]): LintSubject {
  const files = new Set(found.map(({ file }) => file));
  return { ...subject, models: subject.models.filter(({ file }) => !files.has(file)) };
}

function placeOf(subject: LintSubject, finding: Finding): string {
  const { file, pointer } = originOf(subject, finding);
  return `${file} ${pointer}`;
}

function memberOf(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}

/** The pointer of the property of the request that a place is in, or of the place itself. */
function propertyOf(pointer: string): string {
  return pointer.split('/').slice(0, 3).join('/');
}
