import { expandModels } from './expand-models.ts';
import { mediaTypeExamples } from './rules/media-type-examples.ts';
import { noIdOrDefs } from './rules/no-id-or-defs.ts';
import { provenance } from './rules/provenance.ts';
import { schemaFileTitle } from './rules/schema-file-title.ts';
import { typeBesideEnum } from './rules/type-beside-enum.ts';
import { stripVocabulary } from './strip-vocabulary.ts';

/** The Redocly plugin of this contract; Redocly requires a default export of a factory. */
export default function createPlugin() {
  return {
    id: 'gatewright',
    preprocessors: { oas3: { 'expand-models': expandModels } },
    decorators: { oas3: { 'strip-vocabulary': stripVocabulary } },
    rules: {
      oas3: {
        provenance,
        'schema-file-title': schemaFileTitle,
        'no-id-or-defs': noIdOrDefs,
        'media-type-examples': mediaTypeExamples,
        'type-beside-enum': typeBesideEnum,
      },
    },
  };
}
