import type { Emitter, Json, JsonObject } from '../../contract/contract.ts';
import { stringList, toEntries, toObject } from '../../contract/json.ts';
import { toScript } from '../banner.ts';
import { toDocComment, toQuoted } from './typescript-text.ts';

const MARKER = 'x-members-by-type';

/**
 * Emits `stream-events.ts`: a union for each schema with `x-members-by-type`, whose `type` says which members an event has.
 * The schema itself has them all as optional, since clients ignore events of unknown types.
 */
export const emitStreamEvents: Emitter = async ({ document }) => {
  const schemas = toEntries(toObject(toObject(document.components).schemas));
  const unions = schemas.flatMap(([name, schema]) => toUnion(name, toObject(schema)));
  const text = `
import type { components } from './openapi-types.ts';

type Schemas = components['schemas'];

/** An event of one type: the members that every event has, and its own. */
type OfType<Event, Type extends string, Member extends keyof Event> = { readonly type: Type } & Required<
  Pick<Event, Member>
>;
${unions.join('')}`;
  return [{ path: 'stream-events.ts', text: toScript(text) }];
};

function toUnion(name: string, schema: JsonObject): readonly string[] {
  const types = toEntries(toObject(schema[MARKER]));
  if (types.length === 0) return [];
  expectListed(name, schema, types);
  const always = stringList(schema.required).filter((member) => member !== 'type');
  const branches = types.map(([type, members]) => {
    const names = [...always, ...stringList(members)].map(toQuoted).join(' | ');
    return `\n  | OfType<Schemas[${toQuoted(name)}], ${toQuoted(type)}, ${names}>`;
  });
  const comment = toDocComment([
    `\`${name}\` by its \`type\`. A later version of the contract may add types.`,
  ]);
  return [`\n${comment}export type ${name}ByType =${branches.join('')};\n`];
}

/** The types and members are those of the schema. */
function expectListed(name: string, schema: JsonObject, types: readonly (readonly [string, Json])[]): void {
  const properties = toObject(schema.properties);
  const listed = stringList(toObject(properties.type)['x-extensible-enum']);
  const given = types.map(([type]) => type);
  if (listed.join() !== given.join())
    throw new Error(
      `${name}: ${MARKER} has the types ${given.join(', ')}, but type lists ${listed.join(', ')}.`,
    );
  const unknown = types
    .flatMap(([, members]) => stringList(members))
    .find((member) => !(member in properties));
  if (unknown !== undefined) throw new Error(`${name}: ${MARKER} names ${unknown}, which is no property.`);
}
