import { closestName } from '../../../../src/contract/names/closest-name.ts';
import type { Json, ModelSource } from '../../contract.ts';
import { isObject, stringList, toEntries, toList, toObject, toText } from '../../json.ts';
import { type Finding, type LintRule, toStep } from '../problem.ts';

/** Every built-in tool of a text model has a price, every price has a tool, and a tool requires only tools that exist. */
export const toolsHavePrices: LintRule = ({ models }) => models.flatMap(findUnpriced);

/** Chat completions ignore `tools`, whatever it is (section 4.5): a limit of it would be promised and not kept. */
export const toolsHaveNoLimits: LintRule = ({ models }) =>
  models
    .filter(({ source }) => toObject(source['x-model']).operation === 'chat_completion')
    .flatMap(({ file, source }) => {
      const { tools } = toObject(source.properties);
      if (tools === undefined || (isObject(tools) && Object.keys(tools).every((key) => NOTES.includes(key))))
        return [];
      const message =
        'chat completions ignore "tools", whatever it is (section 4.5): it has a description, and neither a type nor limits';
      return [{ file, pointer: '/properties/tools', message }];
    });

const NOTES = ['description', 'x-provenance'];

function findUnpriced({ file, vocabulary }: ModelSource): readonly Finding[] {
  const tools = toList(toObject(vocabulary['x-text']).tools).map(toObject);
  const names = tools.map(({ name }) => toText(name));
  const priced = toEntries(toObject(toObject(vocabulary['x-prices']).tools).rates).map(([name]) => name);
  const misspelled = priced.filter((name) => !names.includes(name));
  const unknown = misspelled.map((name) => ({
    file,
    pointer: `/x-prices/tools/rates/${toStep(name)}`,
    message: noTool(name, names),
  }));
  return [...unknown, ...tools.flatMap((tool, index) => toolFindings(tool, index))];

  function toolFindings({ name, requires }: Readonly<Record<string, Json | undefined>>, index: number) {
    const at = `/x-text/tools/${index}`;
    const text = toText(name);
    const missing = stringList(requires).flatMap((other, place) =>
      names.includes(other)
        ? []
        : [{ file, pointer: `${at}/requires/${place}`, message: noTool(other, names) }],
    );
    // A misspelled price is reported where it is.
    if (priced.includes(text) || misspelled.some((other) => closestName(other, names) === text))
      return missing;
    const message = `Tool "${text}" has no price: write for example "x-prices": { "tools": { "per": 1000, "rates": { "${text}": "10" } } }.`;
    return [...missing, { file, pointer: `${at}/name`, message }];
  }
}

function noTool(name: string, names: readonly string[]): string {
  const closest = closestName(name, names);
  const hint = closest === undefined ? `it has ${names.join(', ') || 'none'}.` : `did you mean "${closest}"?`;
  return `x-text.tools has no tool "${name}": ${hint}`;
}
