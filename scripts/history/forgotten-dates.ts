import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../contract/contract.ts';
import { createLocator } from '../contract/files/locate.ts';
import { omit, toText } from '../contract/json.ts';
import type { Problem } from '../contract/problem.ts';
import type { ContractVersion } from './contract-version.ts';

/** Models whose published schema differs from the released one under the same `schema_version`, at the line to change. */
export function findForgottenDates(
  root: string,
  last: ContractVersion | undefined,
  schemas: readonly JsonObject[],
): readonly Problem[] {
  const models = Object.values(last?.models ?? {});
  return schemas.flatMap((schema): readonly Problem[] => {
    const released = models.find((model) => model.schema.title === schema.title);
    if (last === undefined || released === undefined) return [];
    const isForgotten =
      toText(schema.$id) === toText(released.schema.$id) &&
      !isDeepStrictEqual(content(schema), content(released.schema));
    if (!isForgotten) return [];
    const file = `schemas/models/${toText(schema.title)}.json`;
    const place = createLocator(readFileSync(join(root, file), 'utf8'))('/x-model/schema_version');
    const message = `the published schema is not that of version ${last.version}, but "schema_version" is still ${released.schema_version}: set the date of the change`;
    return [{ file, ...place, message }];
  });
}

/** What clients validate by and read. */
function content(schema: JsonObject): JsonObject {
  return omit(schema, ['$id', '$comment']);
}
