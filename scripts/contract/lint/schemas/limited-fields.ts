import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { isObject, stringList, toEntries, toList, toObject, toText } from '../../json.ts';
import { createDialect, type Dialect } from '../../models/dialect.ts';
import { type Finding, type FindingInFile, type LintRule, toLabel, toStep } from '../problem.ts';
import { spaced } from '../wish.ts';

/**
 * A request field that a keyword is for (`x-fields` of the dialect: `n`, `duration`, `max_tokens`) has that keyword, and
 * allows no more than the keyword does.
 */
export const fieldsKeepTheirLimits: LintRule = ({ models, dialect: root }) => {
  const dialect = createDialect(root);
  return models.flatMap((model) =>
    listKeywords(dialect).flatMap((keyword) =>
      keyword.fields.flatMap((field) => findFaults(model, { keyword, field })),
    ),
  );
};

interface Keyword {
  /** Steps from the top of the file. */
  readonly steps: readonly [string, string];
  readonly fields: readonly string[];
  /** The operations that read it. */
  readonly operations: readonly string[];
  readonly example: Json | undefined;
}

/** The members of `x-` keywords that the dialect declares for certain fields. */
function listKeywords({ root, memberNames, memberSchema }: Dialect): readonly Keyword[] {
  return memberNames(root).flatMap((name) => {
    const owner = memberSchema(root, name);
    return memberNames(owner).flatMap((member): readonly Keyword[] => {
      const {
        'x-fields': fields,
        'x-operations': operations,
        examples,
      } = toObject(memberSchema(owner, member));
      const [example] = toList(examples);
      const read = stringList(operations ?? toObject(owner)['x-operations']);
      return fields === undefined
        ? []
        : [{ steps: [name, member], fields: stringList(fields), operations: read, example }];
    });
  });
}

interface Use {
  readonly keyword: Keyword;
  readonly field: string;
}

function findFaults({ file, source, vocabulary, requestSchema }: ModelSource, use: Use): readonly Finding[] {
  const { keyword, field } = use;
  const property = toObject(requestSchema.properties)[field];
  const operation = toText(toObject(source['x-model']).operation);
  if (!isObject(property) || !keyword.operations.includes(operation)) return [];
  const [owner, member] = keyword.steps;
  const value = toObject(vocabulary[owner])[member];
  const fault = isObject(value) ? limitFault(use, property, value) : missingFault(use, property);
  return fault === undefined ? [] : [{ file, ...fault }];
}

type Fault = FindingInFile | undefined;

function missingFault({ keyword: { steps, example }, field }: Use, property: JsonObject): Fault {
  if (isFixed(property)) return undefined;
  const [owner, member] = steps;
  const message = `"${field}" has no effect without ${owner}.${member}; write for example "${owner}": { "${member}": ${spaced(example ?? {})} }`;
  return { pointer: `/properties/${toStep(field)}`, message, spoils: [owner] };
}

/** The expression of the keyword reads the field, and the field allows no more than the keyword. */
function limitFault({ keyword: { steps }, field }: Use, property: JsonObject, value: JsonObject): Fault {
  const at = steps.join('.');
  const [name, expression] = toEntries(value).find(([, member]) => typeof member === 'string') ?? [];
  const self = `self.${field}`;
  if (name !== undefined && !new RegExp(`\\bself\\.${field}\\b`).test(toText(expression))) {
    if (isFixed(property)) return undefined;
    const message = `${at}.${name} does not read "${field}", which then has no effect: write for example "${self}"`;
    return { pointer: `/${steps.join('/')}/${name}`, message };
  }
  const { max } = value;
  if (typeof max !== 'number' || (name !== undefined && expression !== self)) return undefined;
  const pointer = `/properties/${toStep(field)}`;
  if (name !== undefined && property.maximum === undefined && !Array.isArray(property.enum))
    return { pointer, message: `"${field}" needs "maximum": ${max}, the limit of ${at}.max` };
  const tooLarge = ['maximum', 'default'].find((keyword) => Number(property[keyword]) > max);
  if (tooLarge === undefined) return undefined;
  const message = `${toLabel(pointer)}.${tooLarge} is ${String(property[tooLarge])}, above ${at}.max, which is ${max}`;
  return { pointer: `${pointer}/${tooLarge}`, message };
}

/** True for a field with a single value, which says that there is nothing to choose. */
function isFixed({ minimum, maximum, const: only, enum: values }: JsonObject): boolean {
  return only !== undefined || (maximum !== undefined && minimum === maximum) || toList(values).length === 1;
}
