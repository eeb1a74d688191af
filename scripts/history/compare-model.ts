import { compareSchemas } from '../breaking/compare-schemas.ts';
import { compareData, compareVocabulary } from '../breaking/compare-vocabulary.ts';
import type { JsonObject } from '../contract/contract.ts';
import { namesOf, toList, toObject, toText } from '../contract/json.ts';
import { code } from '../docs/markdown.ts';
import { type Change, type Finding, toChanges } from './change.ts';
import { compareParameters, findReworded } from './compare-parameters.ts';
import { comparePrices } from './compare-prices.ts';
import type { ModelVersion } from './contract-version.ts';

/** What changed of a model for its callers: parameters, rules, limits, prices, results. */
export function compareModel(was: ModelVersion, now: ModelVersion): readonly Change[] {
  const [before, after] = [was.schema, now.schema];
  const findings = [...compareParameters(before, after), ...compareRules(before, after)];
  const breaking = compareSchemas({ before, after }, { before, after, pointer: '' });
  const reworded = [
    ...(before.description === after.description ? [] : ['the model']),
    ...findReworded(before, after).map(code),
  ];
  const harmless = [
    ...comparePrices(was.prices, now.prices),
    ...compareData('Results', was.output, now.output).map(({ text }) => text),
    ...compareData('Model', was.identity, now.identity).map(({ text }) => text),
    ...(reworded.length > 0 ? [`Reworded: ${reworded.join(', ')}`] : []),
  ];
  return [
    ...toChanges(findings, breaking),
    ...compareVocabulary(before, after),
    ...harmless.map((text) => ({ text, isBreaking: false })),
  ];
}

function compareRules(before: JsonObject, after: JsonObject): readonly Finding[] {
  const [was, now] = [rulesOf(before), rulesOf(after)];
  return namesOf(was, now).flatMap((id): readonly Finding[] => {
    const [old, current] = [was[id], now[id]];
    if (old?.rule === current?.rule) return [];
    const { index, message: words } = { ...(current ?? old) };
    const [pointer, message] = [`/x-validations/${String(index)}`, toText(words)];
    if (old === undefined) return [{ pointer, text: `New rule: ${message}` }];
    if (current === undefined) return [{ pointer, text: `No longer a rule: ${message}`, isHarmless: true }];
    return [{ pointer, text: `Another rule: ${message}` }];
  });
}

function rulesOf(schema: JsonObject): Readonly<Record<string, JsonObject>> {
  const rules = toList(schema['x-validations']).map(toObject);
  return Object.fromEntries(rules.map((rule, index) => [toText(rule.id), { ...rule, index }]));
}
