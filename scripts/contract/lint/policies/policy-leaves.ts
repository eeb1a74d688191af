import { findFault } from '../../../redocly/rules/provenance.ts';
import type { Json } from '../../contract.ts';
import { isObject } from '../../json.ts';
import { type FindingInFile, type LintRule, toStep } from '../problem.ts';

/** Every leaf of `policies.yaml` is `{value, provenance}`; everything above is a group of names. */
export const policiesAreLeaves: LintRule = ({ policies: { file, source } }) =>
  Object.entries(source).flatMap(([name, group]) =>
    checkNode(group, `/${toStep(name)}`).map((fault) => ({ file, ...fault })),
  );

function checkNode(node: Json | undefined, pointer: string): readonly FindingInFile[] {
  const name = pointer.slice(1).replaceAll('/', '.');
  if (!isObject(node)) return [{ pointer, message: `Policy "${name}" must be {value, provenance}.` }];
  const members = Object.keys(node);
  if (!members.includes('value') && !members.includes('provenance')) {
    if (members.length === 0) return [{ pointer, message: `Policy group "${name}" is empty.` }];
    return members.flatMap((member) => checkNode(node[member], `${pointer}/${toStep(member)}`));
  }
  const stray = members.filter((member) => member !== 'value' && member !== 'provenance');
  const fault = findFault(node.provenance, 'provenance');
  return [
    ...(members.includes('value') ? [] : [{ pointer, message: `Policy "${name}" has no value.` }]),
    ...(fault ? [{ pointer, message: `Policy "${name}": ${fault}` }] : []),
    ...stray.map((member) => ({
      pointer: `${pointer}/${toStep(member)}`,
      message: `Policy "${name}" has only value and provenance, not "${member}".`,
    })),
  ];
}
