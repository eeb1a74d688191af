import type { ModelSource } from '../../contract.ts';
import { memberOf, stringList, toEntries, toObject } from '../../json.ts';
import { tryCompileRequest } from '../expressions/request-validator.ts';
import { type LintRule, toStep } from '../problem.ts';

/** An address of each kind. */
const SAMPLES = {
  http: 'http://images.example.com/boat.png',
  https: 'https://images.example.com/boat.png',
  data: 'data:image/png;base64,iVBORw0KGgo=',
} as const;

/** The schema of references accepts no kind of address that `sources` of `x-media` lacks: the gateway would refuse it anyway. */
export const referencesFitSources: LintRule = ({ models }) =>
  models.flatMap(({ file, vocabulary, requestSchema }) =>
    toEntries(vocabulary['x-media']).flatMap(([field, limits]) => {
      const sources = stringList(toObject(limits).sources);
      const items = toObject(toObject(toObject(requestSchema.properties)[field]).items);
      const validate = items.type === 'string' ? tryCompileRequest(items) : undefined;
      const stray = Object.entries(SAMPLES).filter(
        ([kind, sample]) => !sources.includes(kind) && validate?.(sample).length === 0,
      );
      if (stray.length === 0) return [];
      const kinds = stray.map(([kind]) => `"${kind}"`).join(' and ');
      const message = `x-media.${field}.sources does not list ${kinds}, which the items of properties.${field} accept: list it, or remove the pattern of the items, which is then derived from the sources`;
      return [{ file, pointer: `/x-media/${toStep(field)}/sources`, message }];
    }),
  );

const EXAMPLE = '{ "sources": ["http", "https"], "formats": ["png", "jpeg"], "max_bytes": 20971520 }';

/** A field of references has its limits in `x-media`: without them anything counts as a reference, and nobody reads it. */
export const referencesHaveLimits: LintRule = ({ models }) =>
  models.flatMap((model) =>
    referenceFields(model)
      .filter((field) => !Object.hasOwn(toObject(model.vocabulary['x-media']), field))
      .map((field) => ({
        file: model.file,
        pointer: `/properties/${toStep(field)}`,
        message: `"${field}" has references, but x-media does not have their limits: nothing would be checked or read; write for example "x-media": { "${field}": ${EXAMPLE} }`,
      })),
  );

/** Lists of texts that are named like references, or that sizes and prices take for references. */
function referenceFields({ source, vocabulary, requestSchema }: ModelSource): readonly string[] {
  if (toObject(source['x-model']).operation === 'chat_completion') return [];
  const named = [
    memberOf(memberOf(vocabulary['x-sizes'], 'auto'), 'reference'),
    memberOf(memberOf(vocabulary['x-prices'], 'reference_surcharge'), 'field'),
  ];
  return toEntries(requestSchema.properties).flatMap(([field, property]) => {
    const isList = toObject(toObject(property).items).type === 'string';
    return isList && (/_(url|uri)s$/.test(field) || named.includes(field)) ? [field] : [];
  });
}
