import type { Contract, Json } from '../contract/contract.ts';
import { toEntries, toObject } from '../contract/json.ts';
import type { SdkLanguage } from './language.ts';
import { SdkError } from './sdk-error.ts';

/** What can be a name in every language, whatever its own spelling. */
const NAME = /^(?=.*[A-Za-z])[A-Za-z_][\w.-]*$/;

/** Throws an `SdkError` for the first parameter that cannot have a name in an SDK, or that would have the name of something else. */
export function expectNames({ models }: Contract, { title, reserved = [] }: SdkLanguage): void {
  for (const model of models) {
    const file = `${model.title}.json`;
    const taken = toEntries(model.requestSchema.properties).find(([name]) => reserved.includes(name));
    if (taken)
      throw new SdkError(
        `${file}: the methods of the SDK for ${title} have a parameter ${JSON.stringify(taken[0])} of their own. Name the parameter of the model differently.`,
      );
    expectMembers(file, model.requestSchema);
  }
}

function expectMembers(file: string, schema: Json | undefined): void {
  const { properties, items } = toObject(schema);
  const seen = new Map<string, string>();
  for (const [name, property] of toEntries(properties)) {
    if (!NAME.test(name))
      throw new SdkError(
        `${file}: the parameter ${JSON.stringify(name)} cannot have a name in an SDK. Names begin with a letter and have letters, digits, "_", "-" and ".".`,
      );
    const spelling = name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
    const other = seen.get(spelling);
    if (other !== undefined)
      throw new SdkError(
        `${file}: the parameters ${JSON.stringify(other)} and ${JSON.stringify(name)} would have the same name in an SDK.`,
      );
    seen.set(spelling, name);
    expectMembers(file, property);
  }
  if (items !== undefined) expectMembers(file, items);
}
