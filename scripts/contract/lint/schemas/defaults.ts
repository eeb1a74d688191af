import { isObject } from '../../json.ts';
import { tryCompileRequest } from '../expressions/request-validator.ts';
import type { LintRule } from '../problem.ts';
import { toWish } from '../wish.ts';
import { listSchemas } from './walk-schema.ts';

/** Every default in a request schema is valid against its own schema. */
export const defaultsFit: LintRule = ({ models }) =>
  models.flatMap(({ file, requestSchema }) =>
    listSchemas(requestSchema).flatMap(({ schema, pointer, name }) => {
      if (!isObject(schema) || schema.default === undefined) return [];
      const errors = tryCompileRequest(schema)?.(schema.default) ?? [];
      return errors.slice(0, 1).map((error) => ({
        file,
        pointer: `${pointer}/default`,
        message: `The default of "${name}" ${toWish(error)}`.replace(/(?<![?])$/, '.'),
      }));
    }),
  );
