import { type ExpandedCase, expandCases } from '../expand/expand.ts';
import { areaOf, expectationsOf, requirementsOf } from '../selection/requirements-of.ts';
import type { FiledCase, Invariant, Requirement, Suite } from '../suite/suite.ts';
import { createFiller } from './fill-by-hand.ts';
import { toStepLines, withArticle } from './step-lines.ts';

export type Explained = Pick<Suite, 'requirements' | 'cases' | 'invariants' | 'contract' | 'models'>;

/** Explains a requirement, a case or an invariant, or lists an area or a folder of cases; undefined for an unknown id. */
export function explain(id: string, suite: Explained): string | undefined {
  const upper = id.toUpperCase();
  const requirement = suite.requirements.get(upper) ?? suite.requirements.get(`GW-${upper}`);
  if (requirement) return explainRequirement(requirement, suite);
  const [name = ''] = id.split('/', 1);
  const one = suite.cases.find((candidate) => candidate.id === name);
  if (one) return explainCase(one, suite, id);
  const invariant = suite.invariants.find((candidate) => `invariant.${candidate.id}` === id);
  if (invariant) return explainInvariant(invariant);
  return listArea(id, suite) ?? listFolder(id, suite);
}

export function listIds({ requirements, cases, invariants }: Explained): readonly string[] {
  return [
    ...requirements.keys(),
    ...cases.map((one) => one.id),
    ...invariants.map((invariant) => `invariant.${invariant.id}`),
  ];
}

function explainRequirement(requirement: Requirement, suite: Explained): string {
  const { id, level, section, statement, untestable } = requirement;
  const cases = suite.cases.filter((one) => requirementsOf(one).includes(id));
  const invariants = suite.invariants.filter((invariant) => invariant.requirement === id);
  const head = `${id}  ${level}, section ${section}\n\n${statement}\n`;
  if (untestable !== undefined) return `${head}\nIt cannot be checked from outside: ${untestable}.\n`;
  if (cases.length + invariants.length === 0) return `${head}\nNo case checks it yet.\n`;
  const parts = [
    ...invariants.map(explainInvariant),
    ...cases.slice(0, MAX_CASES).map((one) => explainCase(one, suite)),
  ];
  return `${head}\n${parts.join('\n')}${listMore(cases.slice(MAX_CASES), suite)}`;
}

const MAX_CASES = 3;

function listMore(cases: readonly FiledCase[], suite: Explained): string {
  if (cases.length === 0) return '';
  const lines = cases.map((one) => `  npx gatewright explain ${one.id}  # ${titleOf(one, suite)}\n`);
  return `\n${cases.length} more ${cases.length === 1 ? 'case checks' : 'cases check'} it:\n${lines.join('')}`;
}

/** The title of the first row, or of the case with `...` in place of its expressions when there are no rows. */
function titleOf(one: FiledCase, { models }: Explained): string {
  const [first, ...others] = expandCases({ cases: [one], models });
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${first?.title ?? one.title.replaceAll(/\{\{.+?\}\}/g, '...')}${more}`;
}

function explainInvariant({ id, requirement, when, that, schema, declared }: Invariant): string {
  const what = [
    that,
    schema && `the body is ${withArticle(schema)}`,
    declared && 'the body is one that the contract declares',
  ];
  const texts = what.filter((text) => typeof text === 'string' && text !== '').join('; ');
  const condition = when === undefined ? '' : ` where ${when}`;
  return `invariant.${id}  checked on every exchange of every case\n  ${requirement}: ${texts}${condition}\n`;
}

/** Shows the row that `id` names, or the first one. */
function explainCase(one: FiledCase, suite: Explained, id = one.id): string {
  const rows = expandCases({ cases: [one], models: suite.models });
  const row = rows.find((candidate) => candidate.id === id) ?? rows[0];
  if (row === undefined)
    return `${one.id}  ${titleOf(one, suite)}\n  runs for no model of this contract (${one.file})\n`;
  const filler = createFiller(row.values);
  const options = { contract: suite.contract, ...filler, requirement: one.requirement };
  const others = rows.filter((other) => other !== row).map((other) => other.id);
  const lines = [
    `# ${row.id} (${one.file})`,
    ...(others.length === 0 ? [] : [`# It is also run for ${listOthers(others)}.`]),
    ...(one.needs === undefined ? [] : [`# needs ${one.needs.join(', ')}`]),
    ...describeRowValues(row),
    ...row.steps.flatMap((step, index) => ['', ...toStepLines(step, row.steps.slice(index + 1), options)]),
  ];
  return `${one.id}  ${row.title}\n  checks ${requirementsOf(one).join(', ')}\n\n${indent(lines)}\n`;
}

/** Values of the row that checks and saved expressions read by name, unless they are too long. */
function describeRowValues({ steps, values }: ExpandedCase): readonly string[] {
  const read = steps
    .flatMap((step) => [
      ...expectationsOf(step).flatMap(({ that = '' }) => that),
      ...Object.values(step.save ?? {}),
    ])
    .join(' ');
  return Object.entries(values).flatMap(([name, value]) => {
    const text = JSON.stringify(value);
    const isRead = new RegExp(`(?<![.\\w'"])${name}\\b`).test(read);
    return isRead && text.length <= MAX_VALUE ? [`# ${name} is ${text}`] : [];
  });
}

const MAX_VALUE = 300;
const MAX_LISTED = 4;

function listOthers(ids: readonly string[]): string {
  const listed = ids.slice(0, MAX_LISTED).map((id) => id.slice(id.indexOf('/') + 1));
  return `${listed.join(', ')}${ids.length > MAX_LISTED ? ` and ${ids.length - MAX_LISTED} more` : ''}`;
}

function indent(lines: readonly string[]): string {
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}

function listArea(id: string, { requirements }: Explained): string | undefined {
  const area = id.toUpperCase().replace(/^GW-/, '');
  const list = [...requirements.values()].filter((requirement) => areaOf(requirement.id) === area);
  if (list.length === 0) return undefined;
  return list.map(({ id: one, level, statement }) => `${one}  ${level.padEnd(6)}  ${statement}\n`).join('');
}

/** The cases of a folder, as `--only` takes it. */
function listFolder(id: string, suite: Explained): string | undefined {
  const list = suite.cases.filter((one) => one.id.startsWith(`${id}.`));
  if (id === '' || list.length === 0) return undefined;
  return list.map((one) => `${one.id}  ${titleOf(one, suite)}\n`).join('');
}
