import { findFault } from '../../../redocly/rules/provenance.ts';
import type { Json, JsonObject } from '../../contract.ts';
import { isObject } from '../../json.ts';
import { type LintRule, toStep } from '../problem.ts';

const MEMBERS = ['status', 'type', 'message', 'remedy', 'provenance'] as const;

const TEXTS = ['message', 'remedy'] as const;

/** Types of the statuses that section 7 lists, and of those we add. */
const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'payment_required',
  403: 'permission_error',
  429: 'rate_limit_error',
  500: 'server_error',
  501: 'server_error',
  502: 'bad_gateway',
  503: 'server_error',
};

/** Every entry of `errors.yaml` is complete, and its type is the one of its status in section 7. */
export const errorsFollowSection7: LintRule = ({ errors: { file, source } }) =>
  Object.entries(source).flatMap(([reason, entry]) =>
    faultsOf(entry).map(({ member, message }) => ({
      file,
      pointer: `/${toStep(reason)}${member === undefined ? '' : `/${toStep(member)}`}`,
      message: `Error "${reason}" ${message}`,
    })),
  );

interface Fault {
  readonly member?: string;
  readonly message: string;
}

function faultsOf(entry: Json | undefined): readonly Fault[] {
  if (!isObject(entry)) return [{ message: 'must be {status, type, message, remedy, provenance}.' }];
  const missing = MEMBERS.filter((member) => entry[member] === undefined);
  const stray = Object.keys(entry).filter((name) => !MEMBERS.some((member) => member === name));
  const fault = entry.provenance === undefined ? undefined : findFault(entry.provenance);
  return [
    ...missing.map((member) => ({ message: `has no ${member}.` })),
    ...stray.map((member) => ({ member, message: `must not have the member "${member}".` })),
    ...typeFaults(entry),
    ...(fault ? [{ member: 'provenance', message: `has a bad provenance: ${fault}` }] : []),
  ];
}

function typeFaults({ status, type, ...texts }: JsonObject): readonly Fault[] {
  const faults = TEXTS.filter((member) => texts[member] !== undefined && !isText(texts[member])).map(
    (member): Fault => ({ member, message: `must have a text as ${member}.` }),
  );
  if (status === undefined || type === undefined) return faults;
  const wanted = typeof status === 'number' ? typeOf(status) : undefined;
  if (wanted === undefined)
    faults.push({ member: 'status', message: `has no type for status ${status} in section 7.` });
  else if (type !== wanted)
    faults.push({
      member: 'type',
      message: `has status ${status} and must have type ${wanted}, not ${type}.`,
    });
  return faults;
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string' && value !== '';
}

function typeOf(status: number): string | undefined {
  return TYPES[status] ?? (status > 400 && status < 500 ? 'invalid_request_error' : undefined);
}
