import path from 'node:path';
import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { filterMembers, isObject, stringList, toEntries, toObject } from '../../json.ts';
import { createDialect, type Dialect } from '../../models/dialect.ts';
import { type FindingInFile, type LintRule, toLabel, toStep } from '../problem.ts';

/** Every keyword is one that the operation of the model reads, as the dialect declares with `x-operations`. */
export const keywordsFitOperation: LintRule = ({ models, operations, dialect: root }) => {
  const dialect = createDialect(root);
  const names = new Map(operations.map(({ file, source }) => [path.basename(file, '.json'), source]));
  return models.flatMap((model) => {
    const operation = String(toObject(model.source['x-model']).operation);
    const defaults = names.get(operation);
    if (!defaults) return []; // the dialect lists the operations
    const keywords = filterMembers(model.joined, (name) => name.startsWith('x-'));
    const unread = findUnread({ value: keywords, schema: root, pointer: '' }, { dialect, operation });
    const findings = [...unread, ...kindFindings(model, { operation, defaults })];
    return findings.map((finding) => ({ file: model.file, ...finding }));
  });
};

interface Place {
  readonly value: JsonObject;
  readonly schema: Json | undefined;
  readonly pointer: string;
}

interface Reader {
  readonly dialect: Dialect;
  readonly operation: string;
}

function findUnread({ value, schema, pointer }: Place, reader: Reader): readonly FindingInFile[] {
  const { dialect, operation } = reader;
  return toEntries(value).flatMap(([name, member]): readonly FindingInFile[] => {
    const own = dialect.memberSchema(schema, name);
    const readers = stringList(toObject(own)['x-operations']);
    const at = `${pointer}/${toStep(name)}`;
    if (readers.length === 0 || readers.includes(operation))
      return isObject(member) ? findUnread({ value: member, schema: own, pointer: at }, reader) : [];
    const message = `${toLabel(at)} is for ${readers.join(' and ')}; it has no effect on a model of ${operation}: remove it`;
    return [{ pointer: at, message }];
  });
}

interface Operation {
  readonly operation: string;
  readonly defaults: JsonObject;
}

/** A kind of output that is written must be that of the operation. */
function kindFindings({ joined }: ModelSource, { operation, defaults }: Operation): readonly FindingInFile[] {
  const { kind } = toObject(defaults['x-output']);
  const written = toObject(joined['x-output']).kind;
  if (kind === undefined || written === undefined || written === kind) return [];
  const message = `x-output.kind is ${JSON.stringify(kind)} for a model of ${operation}, not ${JSON.stringify(written)}: remove it`;
  return [{ pointer: '/x-output/kind', message }];
}
