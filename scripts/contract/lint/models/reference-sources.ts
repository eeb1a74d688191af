import { stringList, toEntries, toObject } from '../../json.ts';
import { tryCompileRequest } from '../expressions/request-validator.ts';
import { type LintRule, toStep } from '../problem.ts';

/** An address of each kind. */
const SAMPLES = {
  http: 'http://images.example.com/boat.png',
  https: 'https://images.example.com/boat.png',
  data: 'data:image/png;base64,iVBORw0KGgo=',
} as const;

/**
 * The schema of references accepts no kind of address that `sources` of `x-media` lacks: the gateway would refuse it
 * anyway.
 */
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
