import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, resolve, toEntries, toObject, toText } from '../../contract/json.ts';
import { METHODS } from '../../emit/code/operation-model.ts';

/** Where an error is answered, and how it looks there. */
export interface ErrorPlace {
  /** `POST /v1/images/generations`. */
  readonly operation: string;
  readonly body: JsonObject;
}

/** The examples of errors in a bundled document by their reason, each with its operation. */
export function findErrorPlaces(document: JsonObject): ReadonlyMap<string, readonly ErrorPlace[]> {
  const places = toEntries(document.paths).flatMap(([path, item]) =>
    toEntries(item)
      .filter(([method]) => METHODS.includes(method))
      .flatMap(([method, operation]) =>
        examplesOf(document, toObject(operation)).map((body) => ({
          reason: toText(toObject(body.error).reason),
          place: { operation: `${method.toUpperCase()} ${path}`, body },
        })),
      ),
  );
  const grouped = Map.groupBy(places, ({ reason }) => reason);
  return new Map([...grouped].map(([reason, found]) => [reason, found.map(({ place }) => place)]));
}

function examplesOf(document: JsonObject, operation: JsonObject): readonly JsonObject[] {
  return toEntries(operation.responses).flatMap(([, response]) => {
    const content = toObject(toObject(resolve(document, response)).content);
    return toEntries(toObject(content['application/json']).examples).flatMap(([, example]) =>
      bodyOf(toObject(resolve(document, example)).value),
    );
  });
}

function bodyOf(value: Json | undefined): readonly JsonObject[] {
  return isObject(value) && isObject(value.error) ? [value] : [];
}
