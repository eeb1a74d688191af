import path from 'node:path';
import { IDENTIFIERS } from '../../../redocly/rules/no-id-or-defs.ts';
import { findTitleFault } from '../../../redocly/rules/schema-file-title.ts';
import { isObject } from '../../json.ts';
import { isSchemaPart } from '../policies/provenance.ts';
import type { LintRule } from '../problem.ts';
import { listSchemas } from './walk-schema.ts';

/** A model file and a common part are named by their PascalCase title. */
export const filesAreNamedByTitle: LintRule = ({ models, parts }) =>
  [...models, ...parts.filter(isSchemaPart)].flatMap(({ file, source }) => {
    const fault = findTitleFault(path.basename(file, '.json'), source.title);
    return fault === undefined ? [] : [{ file, pointer: '/title', message: fault }];
  });

/** No identifiers and no local definitions: validators and generators read them differently. */
export const filesHaveNoIdentifiers: LintRule = ({ models, parts }) =>
  [...models, ...parts].flatMap(({ file, source }) =>
    listSchemas(source).flatMap(({ schema, pointer }) =>
      IDENTIFIERS.filter((keyword) => isObject(schema) && keyword in schema).map((keyword) => ({
        file,
        pointer: `${pointer}/${keyword}`,
        message: `"${keyword}" is not allowed here: put the schema in a file of schemas/common and $ref it.`,
      })),
    ),
  );
